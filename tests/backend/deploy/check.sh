#!/usr/bin/env bash
# Checks the files of this folder with the programs that read them: `check.sh [PROGRAM]`, where PROGRAM is
# stagepass-backend, by default the one in target/debug.
#
# - systemd-analyze finds no mistake in the units, and each is confined.
# - promtool reads the configuration for Prometheus, and runs the tests of its alerts.
# - nginx and Caddy accept their configurations. With other addresses and a certificate of their own, they pass requests
#   to all servers, hide /readyz, and log no query.
#
# The last line says whether all is well. Exits with 77 if a program is missing, which .ci/run reports as not checked.
set -u
cd "$(dirname "$0")" || exit 1
program=$(realpath --canonicalize-missing "${1:-../../../target/debug/stagepass-backend}")
PATH=$PATH:/usr/sbin
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$scratch"' EXIT

# The highest exposure of a unit by `systemd-analyze security`, in tenths. One without any confinement has 96.
exposure=16
# In a query, which no log may have.
secret=code-that-no-log-may-hold
# The query of an authorization request may have 16 KiB.
padding=$(printf 'A%.0s' {1..16000})
# The service, the node and the access server listen at this port and the two after it, nginx and Caddy at the next.
port=$((20000 + $$ % 2000 * 6))
nginx=$((port + 3)) caddy=$((port + 4)) plain=$((port + 5))

fail() {
  echo "FAILED: $1"
  exit 1
}

while read -r name package; do
  command -v "$name" >/dev/null && continue
  echo "There is no $name: install it (Debian: $package)."
  exit 77
done <<<"caddy caddy
curl curl
nginx nginx
openssl openssl
promtool prometheus
systemd-analyze systemd"
[ -x "$program" ] || fail "there is no $program: run cargo build --package stagepass-backend, or name another program"

for unit in *.service; do
  grep --quiet /usr/local/bin/stagepass-backend "$unit" || fail "$unit starts another program"
  sed "s#/usr/local/bin/stagepass-backend#$program#" "$unit" >"$scratch/$unit"
  found=$(systemd-analyze verify --man=no --recursive-errors=no "$scratch/$unit" 2>&1) || fail "$unit: $found"
  # An unknown key is only a warning.
  [ -z "$found" ] || fail "$unit: $found"
  found=$(systemd-analyze security --offline=true --threshold="$exposure" "$scratch/$unit" 2>&1) ||
    fail "$unit is not confined: $found"
done

(cd prometheus && promtool check config prometheus.yml && promtool test rules alerts.test.yml) ||
  fail "the alerts for Prometheus, see above"

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=stagepass \
  -addext subjectAltName=DNS:service.example,DNS:node.example,DNS:access.example \
  -keyout "$scratch/host.key" -out "$scratch/host.pem" 2>"$scratch/openssl" || fail "$(<"$scratch/openssl")"

# The first replica is one that is stopped.
addresses="s#127.0.0.1:8787#127.0.0.1:1#; s#127.0.0.1:8788#127.0.0.1:$port#
s#127.0.0.1:8790#127.0.0.1:$((port + 1))#; s#127.0.0.1:8789#127.0.0.1:$((port + 2))#"
temporary=$(printf '%s_temp_path tmp/%s; ' client_body body proxy proxy fastcgi fastcgi uwsgi uwsgi scgi scgi)
sed --expression "$addresses" --expression '/listen \[::\]/d' --expression "s#^http {#http { $temporary#" \
  --expression "s#listen 443 ssl;#listen 127.0.0.1:$nginx ssl;#; s#listen 80;#listen 127.0.0.1:$plain;#" \
  --expression "s#ssl_certificate .*#ssl_certificate $scratch/host.pem;#" \
  --expression "s#ssl_certificate_key .*#ssl_certificate_key $scratch/host.key;#" \
  --expression "s#/var/log/nginx#$scratch#" nginx.conf >"$scratch/nginx.conf"
sed --expression "$addresses" --expression "0,/^{\$/s//{\n\tadmin off\n\tauto_https disable_redirects/" \
  --expression "s#^https://\(.*\).example {#https://\1.example:$caddy {#" \
  --expression "s#import all#import all\n\tbind 127.0.0.1\n\ttls $scratch/host.pem $scratch/host.key#" \
  Caddyfile >"$scratch/Caddyfile"
export HOME=$scratch XDG_DATA_HOME=$scratch/caddy XDG_CONFIG_HOME=$scratch/caddy
mkdir "$scratch/tmp" "$scratch/app"

run_nginx=(nginx -p "$scratch" -e stderr -c nginx.conf -g 'daemon off; master_process off; pid nginx.pid;')
run_caddy=(caddy run --adapter caddyfile --config "$scratch/Caddyfile")
found=$("${run_nginx[@]}" -t 2>&1) || fail "nginx.conf: $found"
found=$(caddy validate --adapter caddyfile --config "$scratch/Caddyfile" 2>&1) || fail "Caddyfile: $found"
"$program" dev --cwd "$scratch/app" --port "$port" --no-env-file >"$scratch/servers" 2>&1 &
servers=$!
"${run_nginx[@]}" &
"${run_caddy[@]}" 2>"$scratch/caddy.log" &

# Prints the status of a path at a host, by the proxy at this port. It is asked again until the servers are up: curl
# then empties the file of the body, which /dev/null cannot be.
ask() {
  local host=$2 path=$3
  curl --silent --show-error --max-time 10 --retry "${4:-20}" --retry-delay 1 --retry-connrefused \
    --cacert "$scratch/host.pem" --connect-to "$host:443:127.0.0.1:$1" --write-out '%{http_code}' \
    --output "$scratch/body" --dump-header "$scratch/head" "https://$host$path"
}

for proxy in "$nginx" "$caddy"; do
  for path in service.example/v1/ node.example/ access.example/; do
    host=${path%%/*} base=/${path#*/}
    status=$(ask "$proxy" "$host" "${base}healthz?code=$secret&$padding")
    [ "$status" = 200 ] || fail "$host is answered $status by port $proxy: $(<"$scratch/servers")"
    grep --quiet --ignore-case '^strict-transport-security:' "$scratch/head" || fail "$host has no HSTS"
    [ "$(ask "$proxy" "$host" "${base}readyz")" = 404 ] || fail "$host shows readyz"
  done
done

kill "$servers" && wait "$servers"
for proxy in "$nginx" "$caddy"; do
  status=$(ask "$proxy" service.example "/v1/me?code=$secret" 0)
  [[ $status == 50[23] ]] || fail "without servers, port $proxy answers $status"
done
# A line is written after its response.
for log in stagepass.log caddy.log; do
  for _ in {1..50}; do
    grep --quiet /v1/me "$scratch/$log" && break
    sleep 0.1
  done
  grep --quiet /v1/me "$scratch/$log" || fail "$log does not have the last request"
done
! grep --fixed-strings "$secret" "$scratch"/*.log || fail "a log has a query"
echo "The units, the alerts, nginx.conf and the Caddyfile are as they should be."
