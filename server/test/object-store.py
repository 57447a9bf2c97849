"""Debian's OpenStack Swift with its S3 face, all of it in this process, for one test. Prints the port."""

import os
import sys
from array import array

import eventlet

eventlet.monkey_patch()

from swift.common import storage_policy, utils
from swift.common.ring import RingData
from swift.common.wsgi import SwiftHttpProtocol, loadapp

folder = sys.argv[1]
account = "[DEFAULT]\ndevices = {0}/devices\nmount_check = false\nswift_dir = {0}\n[app:main]\nuse = egg:swift#{1}\n"
proxy = """[DEFAULT]
swift_dir = {0}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_portal = swift-test .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text.format(folder, name.removesuffix(".conf")))
    return os.path.join(folder, name)


def listen():
    return eventlet.listen(("127.0.0.1", 0))


def serve(listener, app):
    log = open(os.devnull, "w")
    return eventlet.spawn(eventlet.wsgi.server, listener, app, log, protocol=SwiftHttpProtocol)


class NoCache:
    """In the place of memcached: remembers nothing."""

    def get(self, *_, **__):
        return None

    set = delete = incr = get


def without_cache(app):
    return lambda environment, start: app({**environment, "swift.cache": NoCache()}, start)


os.makedirs(os.path.join(folder, "devices", "one"))
write("swift.conf", "[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n")
utils.set_swift_dir(folder)
storage_policy.reload_storage_policies()
utils.validate_hash_conf()

listeners = {name: listen() for name in ("account", "container", "object")}
for name, listener in listeners.items():
    device = {"id": 0, "zone": 1, "region": 1, "device": "one", "ip": "127.0.0.1", "port": listener.getsockname()[1]}
    RingData([array("H", [0])], [device | {"weight": 1.0}], 32).save(os.path.join(folder, name + ".ring.gz"))
for name, listener in listeners.items():
    serve(listener, loadapp(write(name + ".conf", account)))

front = listen()
face = serve(front, without_cache(loadapp(write("proxy.conf", proxy))))
print(front.getsockname()[1], flush=True)
face.wait()
