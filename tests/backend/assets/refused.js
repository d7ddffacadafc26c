// Posts to the window that opened this error page that the service refused its app or redirect URI. The app's login
// then ends at once, and not only when the user closes the popup. See `oauth/refusal_notice.rs` for what is posted,
// and when.
"use strict";

const { origin, state, code } = document.currentScript.dataset;
window.opener?.postMessage({ type: "stagepass:refused", state, code }, origin);
