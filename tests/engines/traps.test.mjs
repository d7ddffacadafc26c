// A trap in a callback, where no caller catches it: it ends the instance, and nothing runs in it any more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { between } from "./differences.mjs";
import { engine, partsOf, withImport } from "./engine.mjs";
import { NOW } from "./inputs/records.mjs";
import { API_KEY, BASE_URL, REDIRECT_URI } from "./inputs/setup.mjs";
import { play } from "./play.mjs";

const { glue, wasm, js } = await partsOf();

const CONFIG = { baseUrl: BASE_URL, apiKey: API_KEY, redirectUri: REDIRECT_URI };
const OPTIONS = { scope: "read", display: "fullScreen" };

/** Whatever is called of an instance. */
const CALLS = [
  ["login", CONFIG, OPTIONS],
  ["handleRedirect", { url: REDIRECT_URI }],
  ["readStatus", CONFIG, {}],
  ["accessToken", CONFIG, {}],
  ["logout", CONFIG, {}],
  ["revoke", CONFIG, { left: ["refresh"] }],
];

/** A login in a popup, which gets a message. */
const INPUT = {
  page: { href: REDIRECT_URI },
  popup: {},
  clock: { shows: NOW },
  random: { seed: "traps", mode: "there" },
  storage: Object.fromEntries(["local", "session", "custom"].map((area) => [area, { mode: "there", stored: [] }])),
  locks: { mode: "there" },
  answers: {},
  steps: [
    {
      call: "login",
      values: [CONFIG, { scope: "read" }],
      events: [
        { kind: "message", after: 10, via: "window", origin: "https://app.example", source: "popup", data: "x" },
      ],
    },
  ],
};

/** An import that the core calls in a callback, and what is noted last when it does. */
const CALLBACKS = {
  "a listener": ["__wbg_push_", 'then "message"'],
  "a promise's callback": ["__wbg_now_", "clearTimeout"],
};

for (const [where, [name, last]] of Object.entries(CALLBACKS)) {
  test(`a trap in ${where} ends the instance`, async () => {
    const transcripts = [];
    for (const [which, start] of Object.entries({ wasm, js })) {
      let page;
      const broken =
        (imported) =>
        (...given) => {
          if (page.world.transcript().at(-2) === last) throw new Error("the import threw");
          return imported(...given);
        };
      page = engine(which, glue, (imports) => start(withImport(imports, name, broken))).open();
      const { transcript, endings } = await play(page, INPUT);
      assert.ok(transcript.includes("the core ended Error: the import threw"), which);
      assert.ok(page.isDead(), which);
      // The call stays open. The facade rejects it.
      assert.deepEqual(endings, []);
      for (const [call, ...values] of CALLS) {
        assert.ok(!(page.core[call](...values) instanceof Promise), `${which}: ${call} should not begin`);
      }
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(page.world.transcript(), transcript, `${which}: nothing more should happen`);
      transcripts.push(transcript);
    }
    assert.equal(between(...transcripts), undefined);
  });
}
