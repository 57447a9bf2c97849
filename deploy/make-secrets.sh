#!/bin/sh
# Makes every secret of compose.yaml that can be made, into deploy/secrets. One that is there already is left as it is.
# As root: each file belongs to the user who reads it inside its container.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets

portal=10001
postgres=999

make() { # make NAME OWNER < contents
  if [ -s "$1" ]; then cat >/dev/null; else cat >"$1"; fi
  chmod 400 "$1"
  chown "$2" "$1"
}
password() { openssl rand -hex 24; }

openssl rand -base64 32 | make master_key $portal
# Signs the anchors of the audit trail. audit_public_key goes to whoever verifies them.
openssl genpkey -algorithm ed25519 | make audit_key $portal
openssl pkey -in audit_key -pubout | make audit_public_key 0
password | make s3_access_key_id $portal
password | make s3_secret_access_key $portal
password | make orthanc_password $portal
password | make database_password $postgres
make database_admin_url 0 <<END
postgres://postgres:$(cat database_password)@database:5432/postgres?sslmode=verify-full&sslrootcert=/run/secrets/database_ca
END
make objects_users 0 <<END
{ "identities": [{ "name": "portal",
    "credentials": [{ "accessKey": "$(cat s3_access_key_id)", "secretKey": "$(cat s3_secret_access_key)" }],
    "actions": ["Read:fornix", "Write:fornix", "List:fornix"] }] }
END
make orthanc_users 0 <<END
{ "RegisteredUsers": { "portal": "$(cat orthanc_password)" } }
END
# To be replaced by your own: smtp://user:secret@mail.example:587
make smtp_url $portal <<END
smtp://127.0.0.1:25
END

# An authority for the database's certificate; its own key is thrown away.
if [ ! -s database_certificate ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=Fornix database authority" -keyout authority_key -out database_ca 2>/dev/null
  openssl req -newkey rsa:3072 -nodes -subj "/CN=database" -keyout database_key -out request 2>/dev/null
  echo "subjectAltName=DNS:database" >names
  openssl x509 -req -in request -CA database_ca -CAkey authority_key -CAcreateserial -days 3650 -extfile names -out database_certificate 2>/dev/null
  rm -f authority_key request names database_ca.srl
fi
chmod 444 database_ca database_certificate
chmod 400 database_key
chown $postgres database_key

# A certificate of the portal that no browser believes, until you put yours in its place.
if [ ! -s portal_certificate ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 90 -subj "/CN=portal" -keyout portal_key -out portal_certificate 2>/dev/null
fi
chmod 400 portal_key portal_certificate
# Until `database prepare` has made the roles, which writes these.
touch DATABASE_URL DATABASE_SYSTEM_URL
chown $portal DATABASE_URL DATABASE_SYSTEM_URL
