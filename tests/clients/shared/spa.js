// A page that is the app's and the callback's at once, as routers have it: the client is asked, and says whether there is something to finish.
// Asked twice at once where a story wants that, as React's StrictMode does.

import { begin } from "/app.js";
import { config, described, settings } from "/glue.js";

const { times = 1, ...rest } = settings;
const client = await begin(config, rest);
const answers = await Promise.allSettled(Array.from({ length: times }, () => client.handle()));
window.client = client;
/** The errors, of those that there were. */
window.failures = answers.filter(({ reason }) => reason).map(({ reason }) => described(reason));
