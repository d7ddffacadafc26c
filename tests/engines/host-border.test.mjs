// What crosses the border of the core for hosts: texts of every kind and length, and anything that an app may pass.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp } from "./host/app.mjs";
import { inputOf } from "./inputs.mjs";
import { Random } from "./random.mjs";
import { CODES } from "./tables.mjs";
import { value } from "./values.mjs";

/** Replacements for objects of a browser's page, which does not exist here. */
const HERE = {
  popup: () => ({}),
  store: () => ({}),
  dpop: () => ({}),
  signal: () => ({}),
  filled: (text) => text,
};

/** The options of an app as the facade passes them on, with its own. What throws when it is read is inherited. */
const passedOn = (given, own) => {
  const inherited = Object(given);
  const options = Object.create(inherited);
  const members = Object.entries(Object.getOwnPropertyDescriptors(inherited)).filter(([, { get }]) => !get);
  const values = members.map(([name, { value }]) => [name, value]);
  for (const [name, value] of [...values, ...Object.entries(own)]) {
    Object.defineProperty(options, name, { value, enumerable: true, configurable: true });
  }
  return options;
};

test("any text comes through the border as a text encoder would bring it", async () => {
  const { handleRedirect, host, login, service } = createApp();
  const roundTrip = async (appState) => {
    await login({ appState });
    const ending = await handleRedirect(service.approve(host.callsOf("open").at(-1)[0]));
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
  const { core, host, readStatus } = createApp({ post: () => undefined });
  for (let index = 0; index < 400; index++) {
    for (const { call, values } of inputOf("hosts", index).steps) {
      const given = values.map((one) => value(one, HERE));
      // What is left is no option of an app.
      const options = passedOn(given.pop(), { host: host.object, left: ["refresh-1", "refresh-2"] });
      await core[call](...given, options).then(
        () => undefined,
        (thrown) => assert.ok(CODES[thrown?.code], `${call} should fail with a code, not with ${thrown}`),
      );
    }
  }
  assert.deepEqual(await readStatus(), { status: "signed-out" });
});
