"""Runs Django with django-oauth-toolkit, with the user and the app that standard input has as JSON.

Prints `listening on URL`.
"""

import io
import json
import os
import secrets
import sys

import django
from django.conf import settings
from django.core.management import call_command
from django.urls import include, path
from jwcrypto.jwk import JWK

given = json.load(sys.stdin)
LOGIN_PAGE = '<form method="post">{% csrf_token %}{{ form }}<button>Sign in</button></form>'

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    CORS_ALLOWED_ORIGINS=[given["origin"]],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "provider.db"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "corsheaders",
        "oauth2_provider",
    ],
    MIDDLEWARE=[
        "corsheaders.middleware.CorsMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
        "OIDC_RSA_PRIVATE_KEY": JWK.generate(kty="RSA", size=2048).export_to_pem(True, None).decode(),
        "SCOPES": {"openid": "Who you are"},
    },
    ROOT_URLCONF=__name__,
    SECRET_KEY=secrets.token_urlsafe(),
    STATIC_URL="/static/",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": ["django.template.context_processors.request"],
                "loaders": [
                    ("django.template.loaders.locmem.Loader", {"registration/login.html": LOGIN_PAGE}),
                    "django.template.loaders.app_directories.Loader",
                ],
            },
        }
    ],
)
django.setup()

from django.contrib.auth.views import LoginView
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application

urlpatterns = [
    path("accounts/login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]

quiet = {"stdout": io.StringIO(), "verbosity": 0}
call_command("migrate", **quiet)
os.environ["DJANGO_SUPERUSER_PASSWORD"] = given["user"]["password"]
call_command("createsuperuser", username=given["user"]["username"], email="ada@example.com", interactive=False, **quiet)
call_command(
    "createapplication",
    "public",
    "authorization-code",
    client_id="app",
    name="App",
    algorithm="RS256",
    redirect_uris=given["callback"],
    post_logout_redirect_uris=given["goodbye"],
    **quiet,
)

server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
server.set_app(get_wsgi_application())
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
