// Memory that grows in the middle of a call: what is read and written then, and every call after it, must be right.

import assert from "node:assert/strict";
import { test } from "node:test";
import { between } from "./differences.mjs";
import { bothEngines } from "./engine.mjs";
import { loginKey, NOW, recordOf, sessionKey } from "./inputs/records.mjs";
import { API_KEY, BASE_URL, REDIRECT_URI } from "./inputs/setup.mjs";
import { inputOf } from "./inputs.mjs";
import { play } from "./play.mjs";
import { CODES } from "./tables.mjs";

const engines = await bothEngines();
const [wasm] = engines;

const CONFIG = { baseUrl: BASE_URL, apiKey: API_KEY, redirectUri: REDIRECT_URI };
const MIB = 1 << 20;

/** The same with a store of the app's own, and what comes with every call of it. */
const STORE = { $: "store" };
const OWN = { ...CONFIG, storage: STORE };

/** A session that is fresh, whose access token is `token`. */
const sessionOf = (token) => recordOf(token, "refresh");

/** A page without faults, with these stored values (in localStorage and in the app's store) and these responses. */
const input = (stored, answers, ...steps) => ({
  page: { href: REDIRECT_URI },
  popup: {},
  clock: { shows: NOW },
  random: { seed: "memory", mode: "there" },
  storage: {
    local: { mode: "there", stored: stored.filter(([key]) => !key.startsWith(OWN_STORE)) },
    session: { mode: "there", stored: [] },
    custom: { mode: "there", stored: stored.filter(([key]) => key.startsWith(OWN_STORE)) },
  },
  locks: { mode: "there" },
  answers,
  steps,
});

/** How the keys of that store begin. */
const OWN_STORE = "stagepass/session/custom ";

/** Asks for the token. */
const token = (options, config = CONFIG) => ({ call: "accessToken", values: [config, options] });
const STORED = token({});
const RENEWED = token({ forceRefresh: true });

const answer = (status, body) => [{ kind: "answer", status, body: JSON.stringify(body) }];

/** How the only call of `given` ended, in a fresh instance or on `page`. */
const ended = async (engine, given, page = engine.open()) => {
  const { endings } = await play(page, given);
  assert.equal(endings.length, 1);
  return endings[0];
};

/** Texts that are written to memory in different ways: in one step, or in two if some letters are not ASCII. */
const LETTERS = {
  ASCII: "abcdefghij",
  "two bytes": "äöüßéñçåøæ",
  "three bytes": "日本語の音楽",
  "four bytes": "😀😎🎵",
};

const ofLength = (letters, length) => letters.repeat(Math.ceil(length / letters.length)).slice(0, length);

for (const engine of engines) {
  for (const [kind, letters] of Object.entries(LETTERS)) {
    test(`${engine.name}: an answer of 1 MB arrives whole (${kind})`, async () => {
      const page = engine.open();
      const before = page.memory();
      const text = ofLength(letters, ((MIB - 100) * letters.length) / Buffer.byteLength(letters)).toWellFormed();
      const body = { error: "server_error", error_description: text };
      const given = input([[sessionKey(CONFIG), sessionOf("token")]], { "/oauth/token": answer(500, body) }, RENEWED);
      const { how, value } = await ended(engine, given, page);
      assert.equal(how, "failed");
      assert.ok(value.description === text && value.status === 500, "the words should be as they were sent");
      assert.ok(page.memory() - before >= MIB, "memory should have grown");
      await assertSound(page);
    });

    test(`${engine.name}: a value of 10 MB in a store of the app's own is read whole (${kind})`, async () => {
      const page = engine.open();
      const before = page.memory();
      const text = ofLength(letters, 10 * MIB).toWellFormed();
      const given = input([[sessionKey(OWN), sessionOf(text)]], {}, token({ storage: STORE }, OWN));
      const { how, value } = await ended(engine, given, page);
      assert.ok(how === "gave" && value.token === text, "the token should be as it was stored");
      assert.ok(page.memory() - before > 10 * MIB, "memory should have grown");
      await assertSound(page);
    });
  }

  test(`${engine.name}: tokens of 1 MB are given and stored whole`, async () => {
    const [access_token, refresh_token] = [ofLength("abcdefghij", MIB / 2), ofLength("klmno", MIB / 3)];
    const page = engine.open();
    const answers = { "/oauth/token": answer(200, { access_token, refresh_token }) };
    const stored = [[sessionKey(OWN), sessionOf("token")]];
    const { value } = await ended(
      engine,
      input(stored, answers, token({ storage: STORE, forceRefresh: true }, OWN)),
      page,
    );
    assert.ok(value.token === access_token, "the token should be as it was sent");
    const record = recordOf(access_token, refresh_token, { expiresIn: 0 });
    assert.ok(page.world.stored("custom", sessionKey(OWN)) === record, "all of it should be stored");
    await assertSound(page);
  });

  test(`${engine.name}: an answer over 1 MB is refused`, async () => {
    const page = engine.open();
    const answers = { "/oauth/token": answer(200, { access_token: ofLength("a", MIB) }) };
    const { how, value } = await ended(engine, input([[sessionKey(CONFIG), sessionOf("token")]], answers, RENEWED), page);
    assert.equal(how, "failed");
    assert.equal(CODES[value.code], "bad_response");
    await assertSound(page);
  });

  test(`${engine.name}: texts about the size of a page of memory come back whole`, async () => {
    for (const letters of [...Object.values(LETTERS), "a日", "😀a"]) {
      for (const size of [1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 18]) {
        const page = engine.open();
        for (const bytes of [size - 64, size - 2, size - 1, size, size + 1, size + 2, 2 * size]) {
          const long = ofLength(letters, Math.ceil(bytes / Buffer.byteLength(letters[0]))).toWellFormed();
          const given = input([[sessionKey(CONFIG), sessionOf(long)]], {}, STORED);
          const { how, value } = await ended(engine, given, page);
          assert.ok(how === "gave" && value.token === long, `${bytes} bytes of "${letters}" should come back`);
        }
      }
    }
  });

  test(`${engine.name}: memory that grows at every letter of a text leaves the text whole`, async () => {
    // ASCII up to `at`, then a letter for which the glue needs more memory: at each of many positions, in a small
    // instance.
    const page = engine.open();
    for (let at = 0; at < 400; at++) {
      const length = 500 + at * 331;
      const long = `${ofLength("abcdefghij", length - at)}日${ofLength("klmno", at)}`;
      const given = input([[sessionKey(CONFIG), sessionOf(long)]], {}, STORED);
      const { value } = await ended(engine, given, page);
      assert.ok(value.token === long, `a text of ${length} with another letter at ${length - at} should come back`);
    }
  });

  test(`${engine.name}: an app's own value of megabytes survives a login`, async () => {
    const appState = `${ofLength("ab", 2 * MIB)}${ofLength("ü😀", MIB)}`.toWellFormed();
    const page = engine.open();
    const login = { call: "login", values: [CONFIG, { scope: "read", display: "fullScreen", appState }] };
    const url = { $: "filled", of: `${REDIRECT_URI}#code=1&state={state}` };
    const answers = { "/oauth/token": answer(200, { access_token: "a", refresh_token: "r" }) };
    const callback = { call: "handleRedirect", values: [{ url }] };
    const { endings } = await play(page, input([], answers, login, callback));
    assert.equal(endings[0].value.kind, "redirecting");
    assert.equal(endings[1].value.kind, "signed-in");
    assert.ok(endings[1].value.appState === appState, "the app's value should be as it was given");
    await assertSound(page);
  });

  test(`${engine.name}: a full storage of logins is swept`, async () => {
    const stored = Array.from({ length: 2000 }, (_, index) => [loginKey(`sp1.p.${index}`), ofLength("x\n", 1000)]);
    const login = { call: "login", values: [CONFIG, { scope: "read", display: "fullScreen" }] };
    const { transcript } = await play(engine.open(), input(stored, {}, login));
    assert.equal(transcript.filter((line) => line.startsWith("local.removeItem")).length, 2000);
  });
}

/** Checks that an instance behaves like a fresh one of the other engine, whatever happened to it before. */
const assertSound = async (page) => {
  const fresh = wasm.open();
  for (let index = 0; index < 60; index++) {
    const given = inputOf("after growth", index);
    const [expected, actual] = [await play(fresh, given), await play(page, given)];
    assert.equal(between(expected.transcript, actual.transcript), undefined, `input ${index} after growth`);
    if (fresh.isDead()) return;
  }
};
