// The app: a static page with the packed package, its callback page, and a button for each kind of login.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { install } from "../consumers/phones/drive/package.mjs";

const OTHER_CALLBACK = "/callback-of-other.html";
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * Starts the app on a free port of localhost. `pageOf(...clients)` returns the address of a page with these clients,
 * each `{ name, config, login }`: the configuration, and the options of its logins.
 */
export async function startApp() {
  const folder = await mkdtemp(join(tmpdir(), "stagepass-providers-"));
  const stop = [() => rm(folder, { recursive: true })];
  try {
    return await startIn(folder, stop);
  } catch (error) {
    for (const end of stop) await end();
    throw error;
  }
}

async function startIn(folder, stop) {
  await install(folder);
  const files = join(folder, "public");
  await mkdir(files);
  // As `npx stagepass callback public`.
  const command = join(folder, "node_modules/stagepass/bin/stagepass.mjs");
  await promisify(execFile)(process.execPath, [command, "callback", files]);
  const names = (await readdir(files, { recursive: true })).filter((name) => extname(name));
  const paths = new Map(names.map((name) => [`/${name}`, join(files, name)]));
  paths.set(OTHER_CALLBACK, join(files, "callback.html"));
  const pages = new Map([["/goodbye", "<!doctype html><title>Goodbye</title><h1>Goodbye</h1>"]]);

  const server = createServer(async ({ url }, response) => {
    const path = url.split("?")[0];
    const send = (type, body) =>
      response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
    if (paths.has(path)) send(TYPES[extname(path)], await readFile(paths.get(path)));
    else if (pages.has(path)) send("text/html; charset=utf-8", pages.get(path));
    else response.writeHead(404).end();
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  stop.unshift(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))));
  const origin = `http://localhost:${server.address().port}`;
  return {
    origin,
    callback: `${origin}/callback.html`,
    /** The same page, as the redirect URI of another provider. */
    otherCallback: origin + OTHER_CALLBACK,
    goodbye: `${origin}/goodbye`,
    pageOf(...clients) {
      const path = `/${clients.map(({ name }) => name).join("+")}`;
      pages.set(path, html(clients));
      return origin + path;
    },
    async stop() {
      for (const end of stop) await end();
    },
  };
}

/** `client` is the first client of the page, `clients` has all by name. `outcome` is that of the last login. */
const html = (clients) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>App</title>
  <link rel="icon" href="data:,">
  <body>
    <h1>App</h1>
    <script type="module">
      import { oauth } from "/stagepass/oauth.js";
      const given = ${JSON.stringify(clients).replaceAll("<", "\\u003c")};
      window.clients = {};
      for (const { name, config, login } of given) {
        const client = oauth(config);
        window.clients[name] = client;
        for (const display of ["popup", "redirect"]) {
          const button = document.createElement("button");
          button.textContent = name + " " + display;
          button.onclick = () => {
            window.outcome = undefined;
            window.aborting = new AbortController();
            client.login({ ...login, display, signal: window.aborting.signal }).then(
              (value) => { window.outcome = { value }; },
              ({ code, description, message }) => { window.outcome = { code, description: description ?? message }; },
            );
          };
          document.body.append(button);
        }
      }
      window.client = window.clients[given[0].name];
    </script>
  </body>
</html>`;
