// Calls that no facade makes.

import { goodAddress } from "./callbacks.mjs";
import { LOGOUT, READ_STATUS, REVOKE, TOKEN } from "./flows.mjs";
import { aState, oddClient } from "./records.mjs";
import { BASE_URL, badConfig, badOptions, goodConfig, goodOptions, STORE } from "./setup.mjs";
import { anything, noText, number } from "./texts.mjs";

/** Some calls with values of the wrong kind. */
export const misuse = (random) => ({
  steps: random.times(1 + random.below(3), () => {
    const given = random.chance(0.5) ? goodConfig(random) : badConfig(random);
    return random.pick(
      { call: anyOf(random), values: [given, random.pick({}, anything(random))] },
      { call: anyOf(random), values: [random.pick(given, number(random), anything(random)), {}] },
      { call: anyOf(random), values: [oddClient(random), { storage: STORE }] },
      {
        call: TOKEN,
        values: [
          { ...given, storage: STORE },
          { storage: anything(random), signal: random.pick(null, false, "") },
        ],
      },
      { call: anyOf(random), values: [given, { storage: oddObject(random), dpop: oddObject(random) }] },
      { call: anyOf(random), values: [given, { forceRefresh: true, signal: oddObject(random) }] },
      { call: REVOKE, values: [given, { left: random.pick(anything(random), oddList(random)) }] },
      { call: "login", values: [given, badOptions(random)] },
      { call: "login", values: [badConfig(random), goodOptions(random, false)] },
      { call: "handleRedirect", values: [random.pick({ url: anything(random) }, anything(random))] },
      { call: "login", values: [given, { scope: "read", popup: random.pick(anything(random), oddObject(random)) }] },
      { call: "login", values: [given, { scope: "read", signal: random.pick({}, [], anything(random)) }] },
      { call: "login", values: [given, { scope: "read", signal: oddObject(random) }] },
      {
        call: "handleRedirect",
        values: [{ url: goodAddress(random, aState(random, "f"), BASE_URL), signal: oddObject(random) }],
      },
    );
  }),
});

const anyOf = (random) => random.pick(READ_STATUS, TOKEN, LOGOUT, REVOKE);

/** An object with a member or two that the core uses of some object. */
const oddObject = (random) => {
  const member = () => [random.pick(...MEMBERS), random.pick(noText(random), anything(random))];
  return random.chance(0.2) ? noText(random) : Object.fromEntries(random.times(1 + random.below(3), member));
};

const MEMBERS = [
  "aborted",
  "addEventListener",
  "removeEventListener",
  "getItem",
  "setItem",
  "removeItem",
  "key",
  "length",
  "fetch",
  "closed",
  "close",
  "location",
  "postMessage",
  "then",
];

/** A list with something in it that is no token. */
const oddList = (random) =>
  random.pick([noText(random), "refresh-1"], { $: "list that throws" }, { $: "list of length", of: random.below(9) });
