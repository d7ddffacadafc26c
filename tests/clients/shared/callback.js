// The callback page of the clients that have none of their own.

import { begin } from "the-app";
import { config, described, now, settings } from "/glue.js";

const client = await begin(config, settings);
window.client = client;
const main = document.querySelector("main");
client.handle().then(
  async () => {
    main.textContent = "Done.";
    // In a popup, it would not be read.
    if (window.opener || !(await client.isSignedIn())) return;
    main.textContent = `Signed in as ${await client.name()}`;
    window.shownAt = now();
  },
  (error) => {
    window.failures = [described(error)];
    main.textContent = String(error);
  },
);
