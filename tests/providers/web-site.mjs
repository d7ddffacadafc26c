// A site of static files on this machine, for the pages of an app.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/** Serves the files of `folder`, and `pages`: texts by paths. Returns the `origin`, on localhost, and `stop()`. */
export async function startSite(folder, pages) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://site");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const body = pages[path] ?? (await readFile(join(folder, normalize(path))).catch(() => undefined));
    const type = TYPES[path.split(".").at(-1)] ?? "text/plain";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type, "cache-control": "no-store" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://localhost:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
