// A page with only a client, `sp`, for tests. `heard` has its events, and `shown` its session states.

import { stagepass } from "/stagepass/index.js";

const EVENTS = ["signed-in", "signed-out", "expired", "refreshed", "error"];

const { seededTracks, ...config } = await (await fetch("/config.json")).json();
window.config = config;

/** Creates the page's client again, with additional configuration. */
window.begin = (more) => {
  window.sp?.dispose();
  const sp = stagepass({ ...config, ...more });
  const { session } = sp.oauth;
  /** The names of the events, in their order. */
  window.heard = [];
  const words = (...all) => all.filter(Boolean).join(" ");
  for (const name of EVENTS)
    sp.on(name, ({ code, appState }) => heard.push(words(name, code, appState && JSON.stringify(appState))));
  /** The statuses that the store has had. */
  window.shown = [];
  const show = () => {
    const { status } = session.get();
    if (status !== shown.at(-1)) shown.push(status);
    document.body.dataset.status = status;
  };
  session.subscribe(show);
  show();
  window.sp = sp;
};

/** Begins something that the story waits for later. */
window.start = (work) => {
  window.pending = work();
  // Not unhandled: the test awaits it later.
  pending.catch(() => {});
};

/** Additional options of a click. */
window.options = {};
document
  .querySelector("#popup")
  .addEventListener("click", () => start(() => sp.oauth.login({ scope: "read", ...options })));

// Actions that all tabs perform at the same time.
const ALL = { token: () => sp.oauth.getAccessToken() };
window.everybody = new BroadcastChannel("everybody");
everybody.addEventListener("message", ({ data }) => start(ALL[data]));

begin();
