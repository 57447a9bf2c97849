#!/bin/sh
# Leads from an empty Debian machine to a portal over https: packages, database, keys, first project, first administrator,
# nginx, systemd. As root, from a checkout in /opt. Again does no harm: what is there already is left as it is.
# It asks what it needs to know; each answer may also come from the environment, by the name in capitals.
set -eu
umask 077
checkout=$(cd "$(dirname "$0")/.." && pwd)
# Another root folder is for trying it out; nothing is started then.
root=${FORNIX_ROOT:-}
etc=$root/etc/fornix
secrets=$etc/secrets

say() { printf '\n== %s\n' "$1"; }
stop() { printf '%s\n' "$1" >&2; exit 1; }
ask() { # ask NAME "Question" "usual answer" [slug | text]
  eval "value=\${$1:-}"
  while :; do
    if [ -z "$value" ]; then
      [ -t 0 ] || [ -n "$3" ] || stop "$1 is not set, and there is nobody to ask: $2"
      if [ -t 0 ]; then printf '%s%s: ' "$2" "${3:+ [$3]}"; read -r value || stop "$1: an answer is needed."; fi
      value=${value:-$3}
    fi
    problem=$(problem_of "$value" "${4:-word}")
    [ -n "$problem" ] || break
    [ -t 0 ] || stop "$1: $problem"
    printf '%s\n' "$problem" >&2
    value=
  done
  eval "$1=\$value"
}
# A text is only handed on; a word also stands in files that other programs read.
problem_of() { # problem_of VALUE KIND: what is wrong with an answer, or nothing
  [ -n "$1" ] || { echo "An answer is needed."; return; }
  case $2 in
  slug) how=-cd set='a-z0-9-' told="Small letters, digits and - only, please." ;;
  text) how=-d set='[:cntrl:]' told="No control characters, please." ;;
  *) how=-d set='[:cntrl:] $`"'\''\\&;|<>()' told="Without spaces and without \$ \` \" ' \\ & ; | < > ( ), please." ;;
  esac
  [ "$(printf '%s' "$1" | LC_ALL=C tr "$how" "$set")" = "$1" ] || printf '%s\n' "$told"
}
keep() { # keep FILE: writes what comes in, unless the file is there already
  if [ -s "$1" ]; then cat >/dev/null; else cat >"$1"; fi
}
# In a replacement of sed.
quoted() { printf '%s' "$1" | sed 's/[&|\\]/\\&/g'; }

[ "$(id -u)" = 0 ] || stop "This needs root: sudo deploy/install.sh"
case $checkout in /root/* | /home/*) stop "The service may not read $checkout. Move the checkout to /opt/fornix and start again." ;; esac
command -v node >/dev/null && command -v npm >/dev/null || stop "Node and npm are missing: apt-get install nodejs npm."

say "Questions"
ask PORTAL_HOST "The name in the portal's address (https://…)" ""
ask PROJECT "A short name of the clinic, small letters, digits and -" "" slug
ask PROJECT_NAME "Its name on every page" "" text
ask TIME_ZONE "Its time zone" "America/New_York"
ask ADMIN_EMAIL "The first administrator's email address" "" text
ask ADMIN_FIRST_NAME "Their first name" "" text
ask ADMIN_LAST_NAME "Their last name" "" text
ask SMTP_URL "The mail server" "smtp://127.0.0.1:25" text
ask MAIL_FROM "The address that mails come from" "no-reply@$PORTAL_HOST"
ask IDENTITY "Sign-in: password, google or oidc" "password"
[ "$IDENTITY" != google ] || ask GOOGLE_CLIENT_ID "The client id at Google" ""
[ "$IDENTITY" != oidc ] || ask OIDC_ISSUER "The address of the OpenID provider" ""
[ "$IDENTITY" != oidc ] || ask OIDC_CLIENT_ID "The client id there" ""
ask CERTIFICATE "The certificate with its chain; \"none\" makes one to try with, which no browser trusts" "none"
[ "$CERTIFICATE" = none ] || ask CERTIFICATE_KEY "Its private key" ""

say "Packages of Debian"
missing=
command -v psql >/dev/null || missing="$missing postgresql"
[ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
command -v openssl >/dev/null || missing="$missing openssl"
# shellcheck disable=SC2086
[ -z "$missing" ] || { apt-get update -qq && apt-get install -y -qq $missing; }

say "Packages of Fornix, and the web app (about a minute)"
cd "$checkout"
# Debian 12 has Node 18, which does not run the build: for the build it gets the Node that the portal has among its own packages.
if [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
  builder=$(mktemp -d)
  trap 'rm -rf "$builder"' EXIT
  package=$(node -p "const name = 'node-linux-' + process.arch; name + '@' + require('./package.json').optionalDependencies[name]")
  npm install --silent --no-save --prefix "$builder" "$package" || stop "Node is older than 20 here, and $package could not be fetched."
  PATH=$(echo "$builder"/node_modules/node-linux-*/bin):$PATH
fi
(umask 022 && npm run --silent build)
node24=$(node -e "import('./scripts/node24.mjs').then(({ node24 }) => console.log(node24()))")
echo "Node 24: $node24"

say "User, folders and keys"
id fornix >/dev/null 2>&1 || useradd --system --home-dir /var/lib/fornix --shell /usr/sbin/nologin fornix
install -d -m 755 "$etc" "$root/etc/systemd/system" "$root/usr/local/sbin" "$root/etc/nginx"
install -d -m 700 "$secrets"
install -d -m 700 -o fornix -g fornix "$root/var/lib/fornix"
openssl rand -base64 32 | keep "$secrets/master-key"
openssl genpkey -algorithm ed25519 | keep "$secrets/audit-key"
openssl pkey -in "$secrets/audit-key" -pubout -out "$etc/audit-key.pub"
chmod 644 "$etc/audit-key.pub"
printf '%s\n' "$SMTP_URL" | keep "$secrets/SMTP_URL"
if [ ! -s "$etc/fornix.env" ]; then
  sed -e "s|portal\.example|$(quoted "$PORTAL_HOST")|" -e "s|^DEFAULT_PROJECT=.*|DEFAULT_PROJECT=$(quoted "$PROJECT")|" \
    -e "s|^MAIL_FROM=.*|MAIL_FROM=\"Portal <$(quoted "$MAIL_FROM")>\"|" -e '/^IDENTITY=/d' -e '/^OIDC_/d' deploy/systemd/fornix.env >"$etc/fornix.env"
  {
    echo "IDENTITY=$IDENTITY"
    case $IDENTITY in
    google) echo "GOOGLE_CLIENT_ID=$GOOGLE_CLIENT_ID" ;;
    oidc) printf 'OIDC_ISSUER=%s\nOIDC_CLIENT_ID=%s\n' "$OIDC_ISSUER" "$OIDC_CLIENT_ID" ;;
    esac
  } >>"$etc/fornix.env"
  chmod 644 "$etc/fornix.env"
fi
sed -e "s|^checkout=.*|checkout=$(quoted "$checkout")|" -e "s|^node=.*|node=$(quoted "$node24")|" -e "s|^root=.*|root=$(quoted "$root")|" \
  deploy/systemd/fornix >"$root/usr/local/sbin/fornix"
chmod 755 "$root/usr/local/sbin/fornix"
fornix() { "$root/usr/local/sbin/fornix" "$@"; }

say "Database"
as_postgres() { PGOPTIONS='-c client_min_messages=warning' runuser -u postgres -- psql -X -v ON_ERROR_STOP=1 -At -d postgres "$@"; }
cd /
as_postgres -c 'select 1' >/dev/null 2>&1 || service postgresql start
as_postgres -c 'select 1' >/dev/null || stop "PostgreSQL does not answer. Is it running on this machine?"
drop() { as_postgres -c 'drop role if exists fornix_installer' >/dev/null; }
# A run before may have been killed.
drop
if [ ! -s "$secrets/DATABASE_URL" ] || [ ! -s "$secrets/DATABASE_SYSTEM_URL" ]; then
  port=$(as_postgres -c 'show port')
  password=$(openssl rand -hex 24)
  trap drop EXIT
  trap 'exit 130' INT TERM HUP
  # An administrator for a minute: those of PostgreSQL have no password here, and roles of the portal come with one.
  echo "create role fornix_installer superuser login password '$password' valid until '$(date -u -d '10 minutes' '+%F %T+00')'" |
    as_postgres >/dev/null
  DATABASE_ADMIN_URL=$(printf 'postgres://%s:%s@127.0.0.1:%s/postgres' fornix_installer "$password" "$port") \
    fornix database prepare --folder "$secrets" --new-passwords >/dev/null
  drop
  trap - EXIT INT TERM HUP
fi
# New passwords would leave the copy that was put away without use.
[ -s "$secrets/DATABASE_OWNER_URL" ] ||
  stop "$secrets/DATABASE_OWNER_URL is missing. Put it back and start again; if there is no copy, delete DATABASE_URL there first: all roles get new passwords."
out=$(fornix migrate 2>&1) || stop "$out"
printf '%s\n' "$out" | tail -1

say "First project and first administrator"
made=$(fornix project create --slug "$PROJECT" --name "$PROJECT_NAME" --time-zone "$TIME_ZONE" 2>&1) || case $made in
*already*) ;;
*) stop "$made" ;;
esac
echo "$made" | head -1

say "Web server"
if [ "$CERTIFICATE" = none ]; then
  CERTIFICATE=$etc/portal.crt CERTIFICATE_KEY=$etc/portal.key
  [ -s "$CERTIFICATE" ] || openssl req -x509 -newkey rsa:3072 -nodes -days 90 -subj "/CN=$PORTAL_HOST" \
    -addext "subjectAltName=DNS:$PORTAL_HOST" -keyout "$CERTIFICATE_KEY" -out "$CERTIFICATE" 2>/dev/null
  echo "A certificate to try with is in $CERTIFICATE. Put yours in its place, and its key beside it."
fi
nginx=$root/etc/nginx
[ ! -s "$nginx/nginx.conf" ] || [ -s "$nginx/nginx.conf.before-fornix" ] || cp "$nginx/nginx.conf" "$nginx/nginx.conf.before-fornix"
install -d -m 755 "$root/var/lib/nginx" "$root/var/log/nginx" "$root/run"
sed -e "s|/tmp/nginx.pid|$root/run/nginx.pid|" -e "s|_temp_path /tmp/|_temp_path $root/var/lib/nginx/|" -e "s|/dev/stdout|$root/var/log/nginx/portal.log|" \
  -e "s|portal-1:3000|127.0.0.1:3000|" -e '/portal-2:3000/d' -e "s|/etc/nginx/refusal|$nginx/refusal|" \
  -e "s|/run/secrets/portal_certificate|$(quoted "$CERTIFICATE")|" -e "s|/run/secrets/portal_key|$(quoted "$CERTIFICATE_KEY")|" \
  -e '1a user www-data;' "$checkout/deploy/nginx/nginx.conf" >"$nginx/nginx.conf"
install -m 644 "$checkout/deploy/nginx/refusal-headers.conf" "$nginx/"
chmod 644 "$nginx/nginx.conf"
/usr/sbin/nginx -t -q -c "$nginx/nginx.conf"

say "Service"
sed -e "s|/opt/fornix|$(quoted "$checkout")|g" -e "s|^ExecStart=/usr/bin/node|ExecStart=$(quoted "$node24")|" \
  "$checkout/deploy/systemd/fornix.service" >"$root/etc/systemd/system/fornix.service"
chmod 644 "$root/etc/systemd/system/fornix.service"
if [ -z "$root" ] && [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable --quiet fornix nginx
  systemctl restart fornix nginx
  cd "$checkout"
  "$node24" deploy/wait-until-ready.mjs http://127.0.0.1:3000/healthz || stop "The portal does not answer. What it says: journalctl -u fornix -n 20"
else
  echo "There is no systemd here: start the command of $root/etc/systemd/system/fornix.service, and nginx, by other means."
fi

say "Done"
fornix admin invite --project "$PROJECT" --email "$ADMIN_EMAIL" --first-name "$ADMIN_FIRST_NAME" --last-name "$ADMIN_LAST_NAME"
cat <<END

Put a copy of $secrets/master-key and $secrets/audit-key into a safe now: nothing else replaces them.
Take $secrets/DATABASE_OWNER_URL off this machine until the next upgrade.
sudo fornix --help lists the commands, for example: sudo fornix backup /backups/$(date +%F)
END
