// The service worker of the playground. It responds to the requests to the fake service, of the page and of its popup,
// and records all that they send. The record is in the cache: it outlives a page that leaves for the service.

importScripts("service.js");

const folder = registration.scope;
const CACHE = "stagepass-playground";
const changes = new BroadcastChannel(CACHE);
/** The last writing of the record: one begins after the other. */
let writing = Promise.resolve();

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  const { entry, isFirst, claim } = event.data;
  // A page that was loaded without the cache (Shift+Reload) has no service worker.
  event.waitUntil(claim ? clients.claim() : record(entry, isFirst));
});

addEventListener("fetch", (event) => {
  const { url } = event.request;
  if (url.startsWith(`${folder}v1/`)) event.respondWith(serve(event));
  else if (url.startsWith(`${folder}app/callback.html`)) event.respondWith(watchedCallback(event));
});

async function serve(event) {
  const { request } = event;
  const at = Date.now();
  const text = await request.clone().text();
  const from = await senderOf(event);
  const { pathname, searchParams } = new URL(request.url);
  const endpoint = `${request.method} /v1/${pathname.split("/v1/")[1]}`;
  const authorization = request.headers.get("authorization");
  const detail = authorization ? `Authorization: ${authorization}` : bodyLines(request, text) || lines(searchParams);
  record({ at, from, to: "Service", way: "request", text: endpoint, detail });
  const response = await new FakeService(folder, await switchesOf()).respond(request);
  record({ at: Date.now(), from: "Service", to: from, way: "response", ...(await describe(response.clone())) });
  return response;
}

/** The callback page of the package, with one script more: it reports the messages that the popup sends. */
async function watchedCallback(event) {
  const page = await fetch(new URL("app/callback.html", folder));
  const html = await page.text();
  record({ at: Date.now(), from: await senderOf(event), to: "Site", way: "request", text: "GET /app/callback.html" });
  return new Response(html.replace("<script>", '<script src="../watch.js"></script>\n    <script>'), {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/** The window that sends a request. The state of a login by popup has a `p`: src/core/transaction.rs. */
async function senderOf({ request, clientId }) {
  const address = request.mode === "navigate" ? request.url : (await clients.get(clientId))?.url;
  return /[?#&]state=sp1\.p/.test(address) ? "Popup" : "App";
}

async function describe(response) {
  if (response.type === "error") return { text: "No response: network error" };
  const location = response.headers.get("location");
  if (location) return { text: `${response.status} to the callback page`, detail: lines(addressOf(location)) };
  const policy = response.headers.get("cross-origin-opener-policy");
  const isPage = response.headers.get("content-type")?.includes("html");
  if (isPage) return { text: "200, the sign-in page", detail: policy ? `Cross-Origin-Opener-Policy: ${policy}` : "" };
  return { text: `${response.status}`, detail: jsonLines(await response.text()) };
}

const addressOf = (url) => new URLSearchParams(new URL(url).hash.slice(1));
const lines = (values) => [...values].map(([name, value]) => `${name}=${value}`).join("\n");

const bodyLines = (request, text) =>
  request.headers.get("content-type")?.includes("json") ? jsonLines(text) : lines(new URLSearchParams(text));
const jsonLines = (text) => lines(Object.entries(JSON.parse(text)).map(([name, value]) => [name, plain(value)]));
const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Adds an entry to the record. With `isFirst`, the record begins with it. */
function record(entry, isFirst) {
  const { text, detail = "", ...rest } = entry;
  const shown = { ...rest, text: shorten(text), detail: shorten(detail) };
  writing = writing.then(async () => {
    const cache = await caches.open(CACHE);
    const earlier = (await (await cache.match(`${folder}record`))?.json()) ?? [];
    // What happened before the first entry is of an earlier call. A request may come here before the call it is of.
    const first = isFirst ? shown : (earlier[0] ?? shown);
    const entries = [...earlier, shown].filter(({ at }) => at >= first.at).sort((one, other) => one.at - other.at);
    await cache.put(`${folder}record`, Response.json(entries));
    changes.postMessage("changed");
  });
  return writing;
}

const switchesOf = async () => (await caches.match(`${folder}switches`))?.json() ?? {};

/** Shortens addresses of this site and long values, such as codes and tokens. */
const shorten = (text) => text.replaceAll(folder, "/").replace(/[\w.-]{28,}/g, (value) => `${value.slice(0, 10)}…`);
