// Lives of the app in Chromium: each on a page of its own, whose fetch and XMLHttpRequest ask the service themselves.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { outside } from "./outside.mjs";
import { startBrowser } from "./webdriver.mjs";

const LIFE_TIMEOUT_MS = 60_000;

/** Sets up the bundle's globals with the page's own fetch, before it is replaced. */
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script>
const { fetch } = window;
const post = (path, what) => fetch(path, { method: "POST", body: JSON.stringify(what) });
addEventListener("error", ({ message, filename, lineno }) => post("/done", { failed: [message, filename, lineno].join(" ") }));
fetch("/input").then((answer) => answer.json()).then((input) => {
  window.stagepassPhone = {
    input,
    outside: async (kind, what) => {
      const { value, error } = await (await post("/outside", { kind, what })).json();
      if (error) throw new Error(error);
      return value;
    },
    done: (output) => post("/done", output),
  };
  document.body.append(Object.assign(document.createElement("script"), { src: "/bundle.js" }));
});
</script><body>`;

/** Starts a browser: `live(input)` lives a life there, `stop()` ends it. */
export async function startChromium(bundle) {
  const script = await readFile(bundle);
  let input;
  let done = () => {};
  const pages = {
    "/": async () => ["text/html", PAGE],
    "/bundle.js": async () => ["text/javascript", script],
    "/input": async () => ["application/json", JSON.stringify(input)],
    "/outside": async (request) => {
      const { kind, what } = await json(request);
      const answer = await outside(kind, what).then(
        (value) => ({ value }),
        (error) => ({ error: error.message }),
      );
      return ["application/json", JSON.stringify(answer)];
    },
    "/done": async (request) => {
      done(await json(request));
      return ["text/plain", ""];
    },
  };
  const server = createServer(async (request, response) => {
    const page = pages[request.url];
    const [type, body] = page ? await page(request) : ["text/plain", ""];
    response.writeHead(page ? 200 : 404, { "content-type": type, "cache-control": "no-store" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await startBrowser().catch((error) => {
    // Node runs as long as it listens.
    server.close();
    throw error;
  });
  const go = (url) => browser.command("POST", "/url", { url });
  return {
    async live(given) {
      input = given;
      const ended = new Promise((resolve, reject) => {
        done = resolve;
        setTimeout(() => reject(new Error("the page did not come to its end")), LIFE_TIMEOUT_MS).unref();
      });
      await go(`http://127.0.0.1:${server.address().port}/`);
      const output = await ended;
      // Pending work there ends.
      await go("about:blank");
      return output;
    },
    async stop() {
      await browser.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}
