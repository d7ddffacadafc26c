"""Runs Canaille, in memory, with the user and the app that standard input has as JSON.

Prints `listening on URL`.
"""

import datetime
import json
import os
import secrets
import socket
import sys

# For http on this machine.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "true"

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

given = json.load(sys.stdin)
# The port must be known before the server starts.
listener = socket.create_server(("127.0.0.1", 0))
address = f"127.0.0.1:{listener.getsockname()[1]}"
app = create_app(
    {
        "PREFERRED_URL_SCHEME": "http",
        # Without it, the token endpoint fails for a client without a secret.
        "SERVER_NAME": address,
        "SECRET_KEY": secrets.token_urlsafe(),
        # With its script, a page replaces a field some time after each change. A driver types on meanwhile, and may
        # never finish on a busy machine.
        "CANAILLE": {"DATABASE": "memory", "HTMX": False},
        "CANAILLE_OIDC": {
            "ACTIVE_JWKS": [RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)],
            # By default it trusts apps on localhost, and asks no user for consent to them.
            "TRUSTED_DOMAINS": ["trusted.example"],
        },
    }
)
with app.app_context():
    Backend.instance.save(models.User(**given["user"]))
    client = models.Client(
        client_id="app",
        client_name="App",
        client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
        token_endpoint_auth_method="none",
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        scope=["openid", "profile", "email"],
        **given["app"],
    )
    Backend.instance.save(client)
    client.audience = [client]
    Backend.instance.save(client)

server = make_server("127.0.0.1", 0, app, threaded=True, fd=listener.fileno())
print(f"listening on http://{address}", flush=True)
server.serve_forever()
