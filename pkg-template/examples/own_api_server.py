import json
import os
import re
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

# The base URL of the service, such as https://music.example/v1.
SERVICE = os.environ["STAGEPASS_SERVICE"]
BEARER_TOKEN = os.environ["STAGEPASS_BEARER_TOKEN"]
# This API's own origin.
AUDIENCE = "https://api.radio.example"


class NoRedirects(HTTPRedirectHandler):
    """A redirect would take the bearer token to another server."""

    def redirect_request(self, *_):
        return None


opener = build_opener(NoRedirects)


def user_of(authorization):
    """Returns the user of a request to the app's own API, or None if its ticket is missing or not valid."""
    ticket = re.fullmatch(r"Ticket (\S+)", authorization or "", re.IGNORECASE)
    if not ticket:
        return None
    body = urlencode({"ticket": ticket[1], "audience": AUDIENCE}).encode()
    request = Request(f"{SERVICE}/tickets/verify", body, {"Authorization": f"Bearer {BEARER_TOKEN}"})
    try:
        with opener.open(request, timeout=5) as response:
            return json.load(response)
    except HTTPError as error:
        if error.code == 400 and json.load(error)["error"] == "invalid_ticket":
            return None
        raise
