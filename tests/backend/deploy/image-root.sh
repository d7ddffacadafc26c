#!/bin/sh
# Builds the root folder of the image: `image-root.sh FOLDER`. The folder must not exist. The Containerfile and
# `cargo xtask image` run it.
#
# The program is statically linked. The C library resolves names in a static program too, from /etc/hosts and DNS.
set -eu
mkdir "$1"
root=$(cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
cargo rustc --locked --release --package stagepass-backend --bin stagepass-backend -- \
  -C target-feature=+crt-static -C strip=symbols
install -D -m 755 "${CARGO_TARGET_DIR:-target}/release/stagepass-backend" "$root/usr/local/bin/stagepass-backend"
# The certificates that it trusts for its own requests: to PostgreSQL, S3, and from an access server to the service.
install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
install -D -m 644 -t "$root/usr/share/doc/stagepass" LICENSE-APACHE LICENSE-MIT
# The software bill of materials. The tool writes one for each program of the workspace, with the paths of this machine.
cargo cyclonedx --version >/dev/null 2>&1 || cargo install --quiet --locked cargo-cyclonedx@0.5.9
SOURCE_DATE_EPOCH=0 cargo cyclonedx --quiet --manifest-path tests/backend/Cargo.toml --format json --spec-version 1.5 \
  --describe binaries --no-build-deps
sed "s|file://$PWD/|file:///|g" tests/backend/stagepass-backend_bin.cdx.json >"$root/usr/share/doc/stagepass/sbom.cdx.json"
find . -maxdepth 3 -name '*_bin.cdx.json' -delete
install -d -m 700 "$root/var/lib/stagepass"
# Permissions that `install` would reduce by the umask.
install -d "$root/tmp" && chmod 1777 "$root/tmp"
