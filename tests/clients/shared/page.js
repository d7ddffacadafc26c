// The app's page: two buttons, what becomes of a click in `outcome`, and the name of the user who is signed in.

import { begin } from "/app.js";
import { config, described, now, settings } from "/glue.js";

const client = await begin(config, settings);
const { open } = window;
window.open = (...words) => {
  window.openedAt = now();
  return open.apply(window, words);
};
/** Additional options of a click. */
window.options = {};
window.outcome = null;

let clicks = 0;
for (const way of ["popup", "page"]) {
  document.querySelector(`#${way}`).addEventListener("click", (event) => {
    window.clickedAt = performance.timeOrigin + event.timeStamp;
    window.outcome = null;
    clicks += 1;
    const click = clicks;
    // The outcome of an earlier click belongs to another login.
    const settled = (outcome) => {
      if (click === clicks) window.outcome = { ...outcome, at: now() };
    };
    client[way](window.options).then(
      () => settled({ ok: true }),
      (error) => settled({ ok: false, ...described(error) }),
    );
  });
}
if (client.failure) window.failures = [described(client.failure)];
window.client = client;

window.isSignedIn = await client.known();
/** When the app knew whether a user is signed in. */
window.knownAt = now();
if (window.isSignedIn) {
  document.querySelector("#user").textContent = `Signed in as ${await client.name()}`;
  /** When it showed who. */
  window.shownAt = now();
}
