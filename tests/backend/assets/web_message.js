// Posts the response to an authorization request to the window that opened the consent page
// (`response_mode=web_message`). That window acknowledges it with the state of the request, and closes this one.
// Without an acknowledgement, the browser goes to the redirect URI with the same response. The response is in no
// address of this service.
"use strict";

const ACKNOWLEDGEMENT_MS = 300;
/** After that, the form is sent as if there were no script. */
const REQUEST_MS = 10_000;
/** How long the opener has for closing this window. */
const CLOSE_MS = 1_000;
const form = document.querySelector("[data-act=approve]").form;
let isDecided = false;

form.addEventListener("submit", (event) => {
  const { submitter } = event;
  // Without it, the decision is unknown here, and the browser sends it.
  if (!submitter) return;
  event.preventDefault();
  // The second click of a double click.
  if (isDecided) return;
  isDecided = true;
  document.body.ariaBusy = "true";
  decide(submitter.name, submitter.value);
});

async function decide(name, decision) {
  try {
    const { address, response } = await send(name, decision);
    post(address, response, decision);
  } catch {
    // The service shows what is wrong. A code that did not arrive is never used.
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value: decision });
    form.append(input);
    form.submit();
  }
}

async function send(name, decision) {
  const body = new URLSearchParams(new FormData(form));
  body.set(name, decision);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), REQUEST_MS);
  try {
    const reply = await fetch(form.action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: abort.signal,
    });
    if (!reply.ok) throw new Error(`the service answered ${reply.status}`);
    return await reply.json();
  } finally {
    clearTimeout(timer);
  }
}

function post(address, response, decision) {
  const { opener } = window;
  const { origin } = new URL(address);
  const leave = () => location.replace(address);
  if (!opener || opener.closed) {
    leave();
    return;
  }
  const timer = setTimeout(leave, ACKNOWLEDGEMENT_MS);
  window.addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== opener || from !== origin || data !== response.state) return;
    clearTimeout(timer);
    finish(decision);
  });
  opener.postMessage({ type: "authorization_response", response }, origin);
}

function finish(decision) {
  const { content } = document.querySelector(`[data-sent=${decision}]`);
  document.body.dataset.page = "sent";
  document.body.ariaBusy = "false";
  document.querySelector("main").replaceChildren(content.cloneNode(true));
  setTimeout(() => window.close(), CLOSE_MS);
}

// Out of the back/forward cache: the decision was taken, so the request is asked again.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted && isDecided) location.reload();
});
