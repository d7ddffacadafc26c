// What crosses the border of the core for hosts: texts of every kind and length, and anything that an app may pass.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, READ_STATUS } from "./host/app.mjs";
import { inputOf } from "./inputs.mjs";
import { Random } from "./random.mjs";
import { value } from "./values.mjs";

/** Replacements for objects of a browser's page, which does not exist here. */
const HERE = { popup: () => ({}), store: () => ({}), signal: () => ({}), filled: (text) => text };

test("any text comes through the border as a text encoder would bring it", async () => {
  const { handleRedirect, host, login, service } = createApp();
  const roundTrip = async (appState) => {
    await login({ appState });
    const ending = await handleRedirect(service.approve(host.asked("open").at(-1)[0]));
    const expected = appState.toWellFormed();
    assert.ok((ending.appState ?? "") === expected, `it should come back: ${JSON.stringify(appState.slice(0, 60))}`);
  };
  const random = new Random("texts");
  const unit = () => random.pick(random.below(0x5f) + 0x20, random.below(0x700) + 0x100, random.below(0x10000));
  for (let count = 0; count < 400; count++) {
    const text = String.fromCharCode(...random.times(random.below(40), unit)).replaceAll(/\p{Cc}/gu, "-");
    await roundTrip(text);
  }
  for (const text of [
    "\ud83d",
    "\ude00",
    "\ude00\ud83d",
    "😀",
    "a\ud800b",
    "\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}",
    "\ufeffmark",
  ]) {
    await roundTrip(text);
  }
});

test("a text of megabytes survives, though the memory moves meanwhile", async () => {
  const { signIn } = createApp();
  for (const letters of ["abcdefghij", "日本語の音楽", "😀😎"]) {
    const appState = letters.repeat(200_000);
    const ending = await signIn({ appState });
    assert.ok(ending.appState === appState, "it should be as it was given");
  }
});

test("no configuration, no option and no address brings an instance down", async () => {
  const { core, host, session } = createApp({ post: () => undefined });
  for (let index = 0; index < 400; index++) {
    for (const { call, values } of inputOf("hosts", index).steps) {
      const given = values.map((one) => value(one, HERE));
      // Its members are inherited: some of them throw when they are read.
      const options = Object.create(Object(given.pop()), { host: { value: host.object } });
      await core[call](...given, options).then(
        () => undefined,
        (thrown) => assert.ok(Array.isArray(thrown), `${call} should fail with a code, not with ${thrown}`),
      );
    }
  }
  assert.equal((await session(READ_STATUS)).length > 0, true);
});
