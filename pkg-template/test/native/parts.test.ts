import assert from "node:assert/strict";
import { test } from "node:test";
import { takeLock } from "../../src/native/locks.js";
import { plainKey } from "../../src/native/storage/keys.js";
import { Request as StandIn } from "../../src/native/web/fetch.js";
import { BASE, CALLBACK, freshApp, from, Phone, peers, Shelf, settled, USER } from "../support/phone.js";

peers({});

/** Signs in, and gives what came of it. */
const signIn = async (phone: Phone, client: ReturnType<Phone["start"]>) => {
  const shown = phone.browser.next();
  const login = client.oauth.login({ scope: "write" });
  login.catch(() => {});
  const page = await Promise.race([shown, login]);
  if ("end" in page) page.end({ type: "success", url: page.answer });
  return login;
};

test("a package that is missing is told by the first call that needs it, with what to do", async () => {
  const phone = new Phone();
  const { storage, links, browser, ...config } = phone.config;
  const { stagepass } = freshApp();
  const without = (more: object) => stagepass({ ...config, ...more });
  const failing = async (call: Promise<unknown>, words: RegExp) => {
    await assert.rejects(call, { code: "unsupported", message: words });
    // A package may be installed, and its native half not be in the build.
    await assert.rejects(call, (error: { cause: Error }) => /Cannot find module/.test(error.cause.message));
  };
  const install = (name: string, option: string) => new RegExp(`npx expo install ${name}\`, or pass \`${option}\``);
  await failing(without({ links, browser }).ready(), install("@react-native-async-storage/async-storage", "storage"));
  await failing(without({ storage, browser }).ready(), install("react-native", "links"));
  const noBrowser = without({ storage, links });
  await noBrowser.ready();
  await failing(noBrowser.oauth.login({ scope: "read" }), install("expo-web-browser", "browser"));
  const { getRandomValues } = crypto;
  Object.defineProperty(crypto, "getRandomValues", { value: undefined, configurable: true, writable: true });
  try {
    await failing(
      without({ storage, links, browser }).oauth.login({ scope: "read" }),
      install("expo-crypto", "random"),
    );
  } finally {
    Object.defineProperty(crypto, "getRandomValues", { value: getRandomValues });
  }
  assert.deepEqual([phone.browser.shown, phone.storage.logins], [[], []]);
});

test("the packages that are there do for what the app does not name", async (context) => {
  const phone = new Phone();
  const opened: unknown[] = [];
  const expo = {
    openAuthSessionAsync(url: string, redirectUri: string, options?: object) {
      opened.push([redirectUri, options]);
      return phone.browser.open(url, redirectUri);
    },
    warmUpAsync: async () => opened.push("warm"),
    coolDownAsync: async () => Promise.reject(new Error("not on this system")),
  };
  const Linking = {
    getInitialURL: phone.links.initial,
    addEventListener(_type: string, listener: (event: { url: string }) => void) {
      return { remove: phone.links.listen((url) => listener({ url })) };
    },
  };
  peers({
    "react-native": { Linking },
    "expo-web-browser": expo,
    "@react-native-async-storage/async-storage": { __esModule: true, default: phone.storage },
  });
  context.after(() => peers({}));
  for (const redirectUri of [CALLBACK, "https://app.example/callback"]) {
    const { storage, links, browser, ...config } = phone.config;
    const client = freshApp().stagepass({ ...config, redirectUri });
    assert.equal((await signIn(phone, client)).kind, "signed-in");
    client.dispose();
  }
  assert.deepEqual(opened, [
    "warm",
    [CALLBACK, undefined],
    "warm",
    ["https://app.example/callback", { preferUniversalLinks: true }],
  ]);
  assert.equal(phone.links.listeners.size, 0);
  assert.match([...phone.storage.kept.keys()].join(), /^stagepass\/session\/local /);
});

test("octets that are not as many as were asked for are not used, and Math.random never is", async (context) => {
  const guessable = context.mock.method(Math, "random");
  const phone = new Phone();
  const short = phone.start(null, { random: (count) => new Uint8Array(count - 1) });
  await assert.rejects(short.oauth.login({ scope: "read" }), { code: "internal" });
  const counts: number[] = [];
  const random = (count: number) => {
    counts.push(count);
    return new Uint8Array(count).fill(7);
  };
  const shown = phone.browser.next();
  phone
    .start(null, { random })
    .oauth.login({ scope: "read" })
    .catch(() => {});
  await shown;
  assert.deepEqual([counts, guessable.mock.callCount()], [[48], 0]);
});

test("a storage that keeps nothing is no place for a login, and says why", async () => {
  const phone = new Phone();
  const client = phone.start();
  const full = new Error("the disk is full");
  phone.storage.failure = full;
  await client.ready();
  await assert.rejects(client.oauth.login({ scope: "read" }), (error: { code: string; cause: unknown }) => {
    assert.deepEqual([error.code, error.cause], ["storage_unavailable", full]);
    return true;
  });
  assert.deepEqual(phone.browser.shown, []);
});

test("a session that the storage does not take lives as long as the app", async () => {
  const phone = new Phone();
  const client = phone.start();
  phone.instead = (path) => {
    if (path === "/oauth/token") phone.storage.failure = new Error("full");
    return undefined;
  };
  assert.deepEqual(await signIn(phone, client), { kind: "signed-in", user: USER });
  assert.equal(await client.oauth.isAuthenticated(), true);
  phone.storage.failure = undefined;
  assert.equal(await phone.start().oauth.isAuthenticated(), false);
});

test("a storage that answers at once will do", async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key),
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    getAllKeys: () => [...kept.keys()],
  };
  const phone = new Phone();
  assert.equal((await signIn(phone, phone.start(null, { storage }))).kind, "signed-in");
  assert.equal(await phone.start(null, { storage }).oauth.isAuthenticated(), true);
});

test("in a storage that cannot tell its keys there is an index of ours, and no key that it would refuse", async () => {
  const shelf = new Shelf();
  const checked = (key: string) => {
    assert.match(key, /^[\w.-]+$/);
    return key;
  };
  const storage = {
    getItem: (key: string) => shelf.getItem(checked(key)),
    setItem: (key: string, value: string) => shelf.setItem(checked(key), value),
    removeItem: (key: string) => shelf.removeItem(checked(key)),
  };
  const phone = new Phone();
  const client = phone.start(null, { storage, accountKey: "é/ _" });
  assert.equal((await signIn(phone, client)).kind, "signed-in");
  const index = JSON.parse(shelf.kept.get("stagepass.keys") ?? "");
  assert.deepEqual(
    index.map((key: string) => key.split(" ")[0]),
    ["stagepass/session/custom"],
  );
  assert.deepEqual([...shelf.kept.keys()].sort(), ["stagepass.keys", plainKey(index[0])].sort());
  assert.equal(await phone.start(null, { storage, accountKey: "é/ _" }).oauth.isAuthenticated(), true);
  shelf.kept.set("stagepass.keys", "{damaged");
  const again = phone.start(null, { storage, accountKey: "é/ _" });
  await again.oauth.logout();
  assert.equal(await again.oauth.isAuthenticated(), false);
});

test("no two keys are one in plain letters", () => {
  const keys = ["a/b", "a_b", "a_2f_b", "a 2f b", "a/_b", "a_/b", "é", "_e9_"];
  assert.equal(new Set(keys.map(plainKey)).size, keys.length);
});

test("a configuration that cannot be used is refused at once", () => {
  const { config } = new Phone();
  const { stagepass } = freshApp();
  for (const [more, words] of [
    [{ baseUrl: undefined }, /^baseUrl is missing/],
    [{ redirectUri: undefined }, /^redirectUri is missing/],
    [{ storage: "local" }, /^storage must be "memory" or a store\.$/],
    [{ storage: { getItem() {} } }, /^storage has no method setItem/],
    [{ browser: {} }, /^browser has no method open/],
    [{ links: { initial() {} } }, /^links has no method listen/],
    [{ keys: { create() {} } }, /^keys has no method find/],
    [{ random: 7 }, /^random must be a function/],
    [{ origins: ["http://files.example"] }, /^origins /],
  ] as const) {
    assert.throws(() => stagepass({ ...config, ...more } as never), { code: "config_invalid", message: words });
  }
});

test("in memory a session lasts as long as the app", async () => {
  const phone = new Phone();
  const client = phone.start(null, { storage: "memory" });
  assert.equal((await signIn(phone, client)).kind, "signed-in");
  assert.equal(await client.oauth.isAuthenticated(), true);
  assert.equal(await phone.start(null, { storage: "memory" }).oauth.isAuthenticated(), false);
});

test("an answer from another address than was asked is not believed", async () => {
  const phone = new Phone();
  const client = phone.start();
  phone.instead = async (path) =>
    path === "/oauth/token"
      ? from("https://evil.example/token", Response.json({ access_token: "theirs" }))
      : Response.json(USER);
  await assert.rejects(signIn(phone, client), { code: "network" });
  assert.equal(await client.oauth.isAuthenticated(), false);
  phone.instead = () => undefined;
  await signIn(phone, client);
  phone.instead = async () => from(`${BASE}/elsewhere`, Response.json(USER));
  await assert.rejects(client.fetch("me", { method: "POST" }), { code: "network" });
  for (const written of [`${BASE}/a%2Db?q=%C3%B6`, `${BASE}/a-b?q=ö`, `${BASE}/a-b?q=ö#x`]) {
    phone.instead = async () => from(written, Response.json({}));
    assert.equal((await client.fetch("a-b?q=ö")).status, 200, written);
  }
});

test("an answer without a final URL, and one that was redirected back, are rejected", async () => {
  const phone = new Phone();
  const client = phone.start();
  await signIn(phone, client);
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response("{}");
  await assert.rejects(client.fetch("me", { method: "POST" }), { code: "network" });
  globalThis.fetch = fetch;
  phone.instead = async () =>
    Object.defineProperty(from(`${BASE}/me`, Response.json({})), "redirected", { value: true });
  await assert.rejects(client.fetch("me", { method: "POST" }), { code: "network" });
});

test("an answer that does not come in 30 s is waited for no longer, and an abort is named as one", async (context) => {
  const phone = new Phone();
  const client = phone.start();
  await signIn(phone, client);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  phone.instead = () => new Promise(() => {});
  const late = client.fetch("me", { method: "POST" });
  const end = new AbortController();
  const aborted = client.fetch("me", { method: "POST", signal: end.signal });
  await settled();
  end.abort("enough");
  await assert.rejects(aborted, { code: "aborted", cause: "enough" });
  context.mock.timers.tick(30_000);
  await assert.rejects(late, { code: "timeout" });
});

test("a request is one for an engine that looks at prototypes alone", () => {
  const isOne = Function.prototype[Symbol.hasInstance].bind(StandIn);
  assert.deepEqual([new Request(BASE), new Response(), {}].map(isOne), [true, false, false]);
  assert.ok(new StandIn(BASE) instanceof StandIn);
});

test("what must not come from a cache is asked for by a header, and its address stays as it is", async () => {
  const phone = new Phone();
  const client = phone.start();
  await signIn(phone, client);
  const seen: Request[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    seen.push(new Request(input, init));
    return fetch(input, init);
  };
  await client.fetch("me", { cache: "no-store", headers: { "X-Mine": "yes" } });
  const [request] = seen;
  assert.deepEqual(
    [request?.url, request?.cache, request?.headers.get("Cache-Control"), request?.headers.get("X-Mine")],
    [`${BASE}/me`, "default", "no-store", "yes"],
  );
});

test("a lock is had by one at a time, in the order of asking", async () => {
  const words: string[] = [];
  const first = await takeLock("x", 1_000);
  const end = new AbortController();
  const second = takeLock("x", 1_000, end.signal).then((letGo) => words.push(letGo ? "second" : "gave up"));
  const third = takeLock("x", 1_000).then((letGo) => {
    words.push("third");
    letGo?.();
  });
  const late = takeLock("x", 0).then((letGo) => words.push(letGo ? "late" : "too late"));
  await late;
  end.abort();
  await second;
  assert.deepEqual(words, ["too late", "gave up"]);
  first?.();
  await third;
  assert.deepEqual(words, ["too late", "gave up", "third"]);
  const other = await takeLock("x", 0, AbortSignal.abort());
  assert.equal(other, undefined);
  const free = await takeLock("x", 1_000);
  free?.();
  await settled();
});
