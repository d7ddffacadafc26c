// This page is the response to a form, and shows a secret once. Without this script a browser would ask whether to send
// the form again when the page is reloaded. WebKit sends it anyway, and the service refuses it.
"use strict";

history.replaceState(null, "", location.href);
