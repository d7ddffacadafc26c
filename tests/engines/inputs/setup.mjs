// Configurations and options, mostly valid, and invalid in every way that the core distinguishes.

import { anything, changed, long } from "./texts.mjs";

export const API_KEY = "0x58802e7a660990622B728BF06ae9361BC9403eb7";
export const PAGE = "https://app.example/albums?page=2#top";
export const REDIRECT_URI = "https://app.example/callback";
export const BASE_URL = "https://music.example/v1";

/** A configuration that can be used. */
export const goodConfig = (random) => {
  const baseUrl = random.pick(
    BASE_URL,
    BASE_URL,
    `${BASE_URL}/`,
    "http://127.0.0.1:8787/v1",
    "http://localhost/v1",
    "http://[::1]:1/v1",
  );
  const redirectUri = random.pick(
    REDIRECT_URI,
    REDIRECT_URI,
    `${REDIRECT_URI}?from=app`,
    "https://app.example",
    "https://app.example/a/b%20c",
  );
  const identity = random.chance(0.75)
    ? { apiKey: random.pick(API_KEY, API_KEY, API_KEY.toLowerCase()) }
    : { appName: random.pick("Demo", "Größe & Co", "日本の音楽", "😀", "a b", "x".repeat(200)) };
  const requireIss = random.pick({}, {}, {}, { requireIss: true }, { requireIss: false });
  const tokenFormat = random.chance(0.1) ? { tokenFormat: random.pick("json", "form") } : {};
  const dpop = random.chance(0.1) ? { dpop: random.pick("auto", true, false) } : {};
  return { baseUrl, redirectUri, ...identity, ...requireIss, ...tokenFormat, ...dpop, ...whereKept(random) };
};

/** The app's own store, as the page has one. */
export const STORE = { $: "store" };

/** What the facade sends requests with proofs by. */
export const DPOP = { $: "dpop" };

/** Where a session is kept, and apart from which others. */
const whereKept = (random) => ({
  ...(random.chance(0.5) ? { storage: random.pick("local", "session", "session", "memory", STORE, STORE, STORE) } : {}),
  ...(random.chance(0.2)
    ? { accountKey: random.pick("work", "a b", "größe 日本 😀", "%20!'()*~", "é".repeat(100), "") }
    : {}),
});

/** Addresses with a fault each. */
const BAD_ADDRESSES = [
  "/v1",
  "https://",
  "https:app.example",
  "http://api.example/v1",
  "myapp://callback",
  "javascript:alert(1)",
  "data:text/html,x",
  "view-source:https://app.example/",
  "https://app.example/callback#",
  "https://app.example/callback#x",
  "https://user@app.example/callback",
  "https://app.example:443@evil.example/",
  "https://app.example\\@evil.example/",
  "https://app.example/a/../b",
  "https://app.example/a/%2e%2E/b",
  "https://app.example/..\\",
  "https://app.example/%5c..",
  "https://10.0.0.1/",
  "https://0x7f.1/",
  "https://127.1/",
  "https://127.0.0.01/",
  "https://127.0.0.256/",
  "https://2130706433/",
  "https://[::2]/",
  "https://[::1",
  "https://app.example:65535/callback",
  "https://app.example:65536/callback",
  "https://app.example:4294967376/callback",
  "https://app.example:18446744073709551696/callback",
  "https://app.example:/callback",
  "https://app.example:x/callback",
  "https://other.example/callback",
  "https://APP.example/callback",
  "https://app.example./callback",
  "https://app.example/call back",
  "https://app.example/größe",
  "https://music.example/v1?key=1",
  "http://localhost.evil.example/",
  "ws://app.example/",
];

const BAD_FIELDS = {
  baseUrl: BAD_ADDRESSES,
  redirectUri: BAD_ADDRESSES,
  apiKey: ["my key", "schlüssel", "a\nb", "k".repeat(257), ""],
  appName: [API_KEY, "a\u202eb", "a\nb", "\u0085", "x".repeat(201), "é".repeat(101), ""],
  requireIss: ["yes", 1, {}],
  dpop: ["true", "", 1, {}],
  tokenFormat: ["xml", "Form", true, {}],
  storage: ["cookie", "", "Local", "local ", "custom", true, false],
  accountKey: ["x".repeat(201), "é".repeat(101), 7, true, {}, []],
};

/** A configuration with one field that is wrong, or is anything. */
export const badConfig = (random) => {
  const config = goodConfig(random);
  if (random.chance(0.03)) return anything(random);
  const field = random.pick(...Object.keys(BAD_FIELDS));
  if (field === "appName") delete config.apiKey;
  return { ...config, [field]: wrong(random, config[field], BAD_FIELDS[field]) };
};

/** Options of a login that can be used with a configuration that has an API key, or `readOnly` ones. */
export const goodOptions = (random, readOnly) => {
  const options = { scope: readOnly ? "read" : random.pick("read", "write") };
  if (random.chance(0.3)) options.responseMode = random.pick("fragment", "query", "web_message");
  if (random.chance(0.2)) options.parameters = random.pick("", "&prompt=none", "&login_hint=a%20b");
  if (random.chance(0.3)) options.fallback = "fullScreen";
  if (random.chance(0.3)) options.returnTo = random.pick("https://app.example/", "https://app.example/x?y=1#z", "");
  if (random.chance(0.3)) options.appState = random.pick('{"a":1}', "größe", "😀", "", "x y");
  return options;
};

const BAD_OPTIONS = {
  scope: ["", "admin", "read write", "READ"],
  display: ["", "window", "fullscreen"],
  responseMode: ["", "form_post"],
  fallback: ["", "popup"],
  returnTo: [
    "https://evil.example/",
    "/relative",
    "https://app.example.evil.example/",
    "https://app.example/a b",
    "\n",
  ],
  appState: ["a\nb", "\0", "\u001f"],
  parameters: ["&a=\nb", "\0"],
};

/** Options of a login with one that is wrong, or is anything. */
export const badOptions = (random) => {
  if (random.chance(0.03)) return anything(random);
  const options = goodOptions(random, false);
  const option = random.pick(...Object.keys(BAD_OPTIONS));
  return { ...options, [option]: wrong(random, options[option], BAD_OPTIONS[option]) };
};

const wrong = (random, right, known) => {
  const kind = random.below(10);
  if (kind < 5) return random.pick(...known);
  if (kind < 7 && typeof right === "string") return changed(random, right);
  return kind === 7 ? long(random) : anything(random);
};
