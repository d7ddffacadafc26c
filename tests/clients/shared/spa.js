// A page that is both the app and the callback page, as with a router. The client finds out whether a login is to be
// finished. A test can make the page ask it twice at once, as React's StrictMode does.

import { begin } from "/app.js";
import { config, described, settings } from "/glue.js";

const { times = 1, ...rest } = settings;
const client = await begin(config, rest);
const answers = await Promise.allSettled(Array.from({ length: times }, () => client.handle()));
window.client = client;
/** The errors, of those that there were. */
window.failures = answers.filter(({ reason }) => reason).map(({ reason }) => described(reason));
