// This page is the response to a form, and shows a secret once. Without this script a reload would send the form again,
// and replace the secret that the user has just copied.
"use strict";

history.replaceState(null, "", location.href);
