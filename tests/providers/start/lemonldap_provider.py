"""Runs Debian's LemonLDAP::NG with its demonstration users, and the app that standard input has as JSON.

Prints `listening on URL`. `STAGEPASS_LEMONLDAP` is the prefix under which it is installed, such as `/usr`.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from joserfc.jwk import RSAKey

START_TIMEOUT_S = 60
PREFIX = pathlib.Path(os.environ["STAGEPASS_LEMONLDAP"])
PAGES = PREFIX / "share/lemonldap-ng/portal"

given = json.load(sys.stdin)["app"]
here = pathlib.Path.cwd()
with socket.create_server(("127.0.0.1", 0)) as listener:
    port = listener.getsockname()[1]
base = f"http://127.0.0.1:{port}"

key = RSAKey.generate_key(2048)
for folder in ["conf", "sessions", "sessions/lock"]:
    (here / folder).mkdir()
files = {"Directory": f"{here}/sessions", "LockDirectory": f"{here}/sessions/lock"}
options = {
    "ClientID": "app",
    "Public": 1,
    "RequirePKCE": 1,
    "RefreshToken": 1,
    "IDTokenSignAlg": "RS256",
    "UserIDAttr": "uid",
    **given,
}
app = {f"oidcRPMetaDataOptions{name}": value for name, value in options.items()}
pathlib.Path("conf/lmConf-1.json").write_text(
    json.dumps(
        {
            "cfgNum": 1,
            "cfgDate": 1,
            "portal": f"{base}/",
            "domain": "127.0.0.1",
            "cookieName": "lemonldap",
            "securedCookie": 0,
            "key": os.urandom(16).hex(),
            "authentication": "Demo",
            "userDB": "Same",
            "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"},
            "macros": {},
            "groups": {},
            "locationRules": {},
            "exportedVars": {},
            "globalStorage": "Apache::Session::File",
            "globalStorageOptions": files,
            "persistentStorage": "Apache::Session::File",
            "persistentStorageOptions": files,
            "localSessionStorage": "",
            "whatToTrace": "uid",
            # A plugin that does nothing. The default needs ImageMagick for Perl, also if no page shows a captcha.
            "captcha": "::Main::Plugin",
            # A wildcard does not allow `Authorization` (Fetch, section 3.2.4).
            "corsAllow_Headers": "Authorization, Content-Type",
            "issuerDBOpenIDConnectActivation": 1,
            "oidcServiceAllowAuthorizationCodeFlow": 1,
            "oidcServicePrivateKeySig": key.as_pem(private=True).decode(),
            "oidcServicePublicKeySig": key.as_pem(private=False).decode(),
            "oidcServiceKeyIdSig": "1",
            "oidcRPMetaDataOptions": {"app": app},
            "oidcRPMetaDataExportedVars": {"app": {"name": "cn", "email": "mail"}},
        }
    )
)
pathlib.Path("lemonldap-ng.ini").write_text(
    f"""[all]
logLevel = error
[configuration]
type = File
dirName = {here}/conf
[portal]
staticPrefix = /static
templateDir = {PAGES}/templates
languages = en
"""
)
pathlib.Path("app.psgi").write_text(
    f"""use Plack::Builder;
use Lemonldap::NG::Portal::Main;
builder {{
    enable "Static", path => qr{{^/static/}}, root => "{PAGES}/htdocs";
    enable "Static", path => sub {{ s{{^/javascript/}}{{}} }}, root => "{PREFIX}/share/javascript";
    Lemonldap::NG::Portal::Main->run({{}});
}};
"""
)
environment = {**os.environ, "LLNG_DEFAULTCONFFILE": f"{here}/lemonldap-ng.ini", "PERL5LIB": f"{PREFIX}/share/perl5"}
# It serves one connection after the other, and browsers open some that they do not use.
server = ["--host", "127.0.0.1", "--port", str(port), "--timeout", "1", "--env", "deployment"]
# Standard output has one line.
subprocess.Popen([PREFIX / "bin/plackup", *server, "app.psgi"], env=environment, stdout=sys.stderr)

deadline = time.monotonic() + START_TIMEOUT_S
while True:
    try:
        urllib.request.urlopen(f"{base}/.well-known/openid-configuration")
        break
    except urllib.error.URLError:
        if time.monotonic() > deadline:
            raise
        time.sleep(0.1)
print(f"listening on {base}", flush=True)
# As long as this program runs, LemonLDAP::NG does.
os.wait()
