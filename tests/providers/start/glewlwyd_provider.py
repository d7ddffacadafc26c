"""Runs Debian's Glewlwyd, configured by its API, with the user and the app that standard input has as JSON.

Prints `listening on URL`. `STAGEPASS_GLEWLWYD` is the prefix under which it is installed, such as `/usr`.
"""

import gzip
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

from joserfc.jwk import RSAKey

START_TIMEOUT_S = 60
PREFIX = pathlib.Path(os.environ["STAGEPASS_GLEWLWYD"])
TYPES = {"css": "text/css", "html": "text/html", "js": "application/javascript", "json": "application/json"}

given = json.load(sys.stdin)
here = pathlib.Path.cwd()
with socket.create_server(("127.0.0.1", 0)) as listener:
    port = listener.getsockname()[1]
base = f"http://127.0.0.1:{port}"

pages = here / "pages"
shutil.copytree(PREFIX / "share/glewlwyd/webapp", pages, ignore=shutil.ignore_patterns("config.json", "*.map"))
shutil.copy(PREFIX / "share/glewlwyd/templates/config.json", pages)
tables = gzip.decompress((PREFIX / "share/doc/glewlwyd/database/init.sqlite3.sql.gz").read_bytes()).decode()
# A new database has no field of this name for a client, and Glewlwyd reads no other.
tables = tables.replace('"post_logout_redirect_uri":{"multiple":false', '"post_logout_redirect_uris":{"multiple":true')
sqlite3.connect("provider.db").executescript(tables)

types = ", ".join(f'{{ extension = ".{end}"; mime_type = "{type}"; compress = 0; }}' for end, type in TYPES.items())
modules = PREFIX / "lib/glewlwyd"
pathlib.Path("provider.conf").write_text(
    f"""port = {port}
bind_address = "127.0.0.1"
external_url = "{base}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "{pages}/"
static_files_mime_types = ({types})
allow_origin = "*"
allow_methods = "GET, POST, PUT, DELETE, OPTIONS"
allow_headers = "Content-Type, Authorization"
log_mode = "console"
log_level = "ERROR"
cookie_domain = "127.0.0.1"
cookie_secure = 0
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "{modules}/user"
user_middleware_module_path = "{here}"
client_module_path = "{modules}/client"
user_auth_scheme_module_path = "{modules}/scheme"
plugin_module_path = "{modules}/plugin"
hash_algorithm = "SHA512"
database = {{ type = "sqlite3"; path = "{here}/provider.db"; }};
"""
)
# Standard output has one line.
subprocess.Popen([PREFIX / "bin/glewlwyd", "--config-file=provider.conf"], stdout=sys.stderr)


def post(path, body, cookie=""):
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(f"{base}/api/{path}", json.dumps(body).encode(), headers)
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.code} {error.read().decode()}")


def sign_in_as_administrator():
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            # Those of a new database.
            answer = post("auth", {"username": "admin", "password": "password"})
            return answer.headers["set-cookie"].split(";")[0]
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


cookie = sign_in_as_administrator()
key = {**RSAKey.generate_key(2048).as_dict(private=True), "kid": "1", "alg": "RS256", "use": "sig"}
plugin = {
    "iss": f"{base}/api/oidc",
    "jwt-type": "rsa",
    "jwt-key-size": "256",
    "jwks-private": json.dumps({"keys": [key]}),
    "default-kid": "1",
    "jwks-show": True,
    "access-token-duration": 3600,
    "refresh-token-duration": 1209600,
    "refresh-token-rolling": True,
    "code-duration": 600,
    "auth-type-code-enabled": True,
    "auth-type-refresh-enabled": True,
    "pkce-allowed": True,
    "pkce-required": True,
    "introspection-revocation-allowed": True,
    "introspection-revocation-allow-target-client": True,
    "session-management-allowed": True,
    "front-channel-logout-allowed": True,
    "session-cookie-name": "GLEWLWYD2_OIDC_SID",
    "session-cookie-expiration": 2419200,
    "name-claim": "mandatory",
    "email-claim": "mandatory",
}
app = {
    "client_id": "app",
    "name": "App",
    "confidential": False,
    "enabled": True,
    "scope": ["openid"],
    "authorization_type": ["code", "refresh_token", "delete_token"],
    "token_endpoint_auth_method": ["none"],
}
post("mod/plugin", {"module": "oidc", "name": "oidc", "display_name": "OIDC", "parameters": plugin}, cookie)
post("user", {**given["user"], "scope": ["openid"], "enabled": True}, cookie)
post("client", {**app, **given["app"]}, cookie)
print(f"listening on {base}", flush=True)
# As long as this program runs, Glewlwyd does.
os.wait()
