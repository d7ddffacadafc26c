// Memory that grows in the middle of a call: what is read and written then, and every call after it, must be right.

import assert from "node:assert/strict";
import { test } from "node:test";
import { between } from "./differences.mjs";
import { bothEngines } from "./engine.mjs";
import { loginKey, NOW, sessionKey } from "./inputs/records.mjs";
import { API_KEY, BASE_URL, REDIRECT_URI } from "./inputs/setup.mjs";
import { inputOf } from "./inputs.mjs";
import { play } from "./play.mjs";

const engines = await bothEngines();
const [wasm] = engines;

const CONFIG = { baseUrl: BASE_URL, apiKey: API_KEY, redirectUri: REDIRECT_URI };
const MIB = 1 << 20;

/** A session that is fresh, whose access token is `token`. */
const sessionOf = (token) => ["1", token, "refresh", "read", "3600000", String(NOW), ""].join("\n");

/** A page where all is well, with these stored values and these answers. */
const input = (stored, answers, ...steps) => ({
  page: { href: REDIRECT_URI },
  popup: {},
  clock: { shows: NOW },
  random: { seed: "memory", mode: "there" },
  storage: { mode: "there", stored },
  locks: { mode: "there" },
  answers,
  steps,
});

const session = (ask) => ({ call: "session", values: [ask, CONFIG, {}] });
const USER = 1;
const TOKEN = 2;

const answer = (status, body) => [{ kind: "answer", status, body: JSON.stringify(body) }];

/** How the only call of `given` ended, in a fresh instance or on `page`. */
const ended = async (engine, given, page = engine.open()) => {
  const { endings } = await play(page, given);
  assert.equal(endings.length, 1);
  return endings[0];
};

/** Texts that are laid into memory in different ways: at once, and in two steps where other letters than ASCII begin. */
const LETTERS = {
  ASCII: "abcdefghij",
  "two bytes": "äöüßéñçåøæ",
  "three bytes": "日本語の音楽",
  "four bytes": "😀😎🎵",
};

const ofLength = (letters, length) => letters.repeat(Math.ceil(length / letters.length)).slice(0, length);

for (const engine of engines) {
  for (const [kind, letters] of Object.entries(LETTERS)) {
    test(`${engine.name}: an answer of 10 MB arrives whole (${kind})`, async () => {
      const name = ofLength(letters, 10 * MIB).toWellFormed();
      const page = engine.open();
      const before = page.memory();
      const body = { userId: 7, name, handle: "ada" };
      const { how, value } = await ended(
        engine,
        input([[sessionKey(CONFIG), sessionOf("token")]], { "/me": answer(200, body) }, session(USER)),
        page,
      );
      assert.equal(how, "gave");
      assert.ok(value.name === name && value.handle === "ada", "the profile should be as it was sent");
      assert.ok(page.memory() - before > 10 * MIB, "memory should have grown");
      await assertSound(page);
    });
  }

  test(`${engine.name}: what the service says is told whole, however long`, async () => {
    const words = `${ofLength("a", 3 * MIB)}${ofLength("日", MIB)}`;
    const stored = [[sessionKey(CONFIG), sessionOf("token")]];
    const page = engine.open();
    const given = input(stored, { "/me": answer(500, { error: "x", error_description: words }) }, session(USER));
    const { how, value } = await ended(engine, given, page);
    assert.ok(how === "failed" && value[2] === words && value[3] === 500, "the words should be as they were sent");
    await assertSound(page);
  });

  test(`${engine.name}: texts about the size of a page of memory come back whole`, async () => {
    for (const letters of [...Object.values(LETTERS), "a日", "😀a"]) {
      for (const size of [1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 18]) {
        const page = engine.open();
        for (const bytes of [size - 64, size - 2, size - 1, size, size + 1, size + 2, 2 * size]) {
          const token = ofLength(letters, Math.ceil(bytes / Buffer.byteLength(letters[0]))).toWellFormed();
          const given = input([[sessionKey(CONFIG), sessionOf(token)]], {}, session(TOKEN));
          const { how, value } = await ended(engine, given, page);
          assert.ok(how === "gave" && value === token, `${bytes} bytes of "${letters}" should come back`);
        }
      }
    }
  });

  test(`${engine.name}: memory that grows at every letter of a text leaves the text whole`, async () => {
    // ASCII up to `at`, then a letter that makes the glue ask for more room: for each of many places, in a small instance.
    const page = engine.open();
    for (let at = 0; at < 400; at++) {
      const length = 500 + at * 331;
      const token = `${ofLength("abcdefghij", length - at)}日${ofLength("klmno", at)}`;
      const given = input([[sessionKey(CONFIG), sessionOf(token)]], {}, session(TOKEN));
      const { value } = await ended(engine, given, page);
      assert.ok(value === token, `a text of ${length} with another letter at ${length - at} should come back`);
    }
  });

  test(`${engine.name}: an app's own value of megabytes survives a login`, async () => {
    const appState = `${ofLength("ab", 2 * MIB)}${ofLength("ü😀", MIB)}`.toWellFormed();
    const page = engine.open();
    const login = { call: "login", values: [CONFIG, { scope: "read", display: "fullScreen", appState }] };
    const url = { $: "filled", of: `${REDIRECT_URI}#code=1&state={state}` };
    const answers = {
      "/oauth/token": answer(200, { access_token: "a", refresh_token: "r" }),
      "/me": answer(200, { userId: 7, name: "Ada", handle: "ada" }),
    };
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
    assert.equal(transcript.filter((line) => line.startsWith("removeItem")).length, 2000);
  });
}

/** That an instance does what a fresh one of the other engine does, whatever happened to it before. */
const assertSound = async (page) => {
  const fresh = wasm.open();
  for (let index = 0; index < 60; index++) {
    const given = inputOf("after growth", index);
    const [expected, actual] = [await play(fresh, given), await play(page, given)];
    assert.equal(between(expected.transcript, actual.transcript), undefined, `input ${index} after growth`);
    if (fresh.isDead()) return;
  }
};
