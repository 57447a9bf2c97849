import { mutantsOf } from '../mutant.ts'

const tests = ['server/test/deploy/cluster-files.test.ts']

/** What keeps acknowledged writes when a leader hangs or dies, and pages whole during an upgrade. */
export const cluster = [
  ...mutantsOf('deploy/cluster/patroni.yml', tests, [
    ['\netcd:\n', '\netcd3:\n', 'a leader that wakes up takes the lead back'],
    ['synchronous_mode_strict: true', 'synchronous_mode_strict: false', 'a leader alone acknowledges'],
    ['    ttl: 10\n', '    ttl: 20\n', 'a dead leader is replaced late'],
  ]),
  ...mutantsOf('deploy/cluster/haproxy.cfg', tests, [
    ['conn-failure empty-response 404', 'conn-failure empty-response', 'an upgrade leaves pages without their scripts'],
    ['uri /healthz hdr', 'uri /readyz hdr', 'a node that stops takes the files of its pages along'],
    [`expect string '"database":"ok"'`, 'expect status 200', 'an object store that is away takes out every node'],
    ['  http-check expect string', '  # http-check expect string', 'a node without its database gets requests'],
  ]),
  ...mutantsOf('server/src/platform/metrics/health.ts', tests, [
    ['responseMs = 1500', 'responseMs = 3000', 'an object store that is slow takes out every node'],
  ]),
  ...mutantsOf(
    'deploy/nginx/nginx.conf',
    ['server/test/deploy/reverse-proxy.test.ts'],
    [['error timeout http_404', 'error timeout', 'an upgrade leaves pages without their scripts']],
  ),
]
