// The same inputs through both engines: everything that they do must be the same.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fuzz } from "./fuzz.mjs";
import { CODES, FAULTS, FIELDS } from "./tables.mjs";

const inputs = Number(process.env.STAGEPASS_ENGINE_INPUTS ?? 20_000);
const { STAGEPASS_ENGINE_SEED: given = "1" } = process.env;
const seed = given === "new" ? String(Date.now()) : given;

/** Below this, chance decides what is reached. */
const ENOUGH = 10_000;

/** Where a session is kept. */
const AREAS = ["local", "session", "memory", "custom"];

/** Endings that are no failure; each has to be among those of so many inputs. */
const SUCCESSES = [
  ...AREAS.map((area) => `login gave signed-in ${area}`),
  "login gave redirecting",
  "handleRedirect gave none",
  "handleRedirect gave handed-over",
  ...AREAS.map((area) => `handleRedirect gave signed-in ${area}`),
  "handleRedirect gave returning",
  ...["signed-out", "signed-in", "expired"].map((status) => `readStatus gave ${status}`),
  ...["own token", "own bound token", "adopted token"].map((token) => `accessToken gave ${token}`),
  ...["nothing", "refused", "tokens"].flatMap((left) => [`logout gave ${left}`, `revoke gave ${left}`]),
];

const toSee = (replay) => `To see all of it: node tests/engines/replay.mjs --seed ${seed} --case ${replay}`;

let outcome;
before(async () => {
  outcome = await fuzz({ seed, inputs });
});

test("both engines do the same, whatever the input", (t) => {
  const { endings, differences } = outcome;
  t.diagnostic(`${inputs} inputs of seed ${seed}`);
  for (const { index, line, lines, replay } of differences) {
    t.diagnostic(`Input ${index} differs in line ${line}.`);
    t.diagnostic(`wasm: ${lines[0]}`);
    t.diagnostic(`js: ${lines[1]}`);
    t.diagnostic(toSee(replay));
  }
  const counted = [...endings].filter(([, count]) => count > inputs / 2000).sort((one, other) => other[1] - one[1]);
  t.diagnostic(`How calls ended: ${counted.map(([ending, count]) => `${ending} ${count}`).join(", ")}`);
  assert.equal(differences.length, 0);
});

test("no input ends the core in a trap", (t) => {
  for (const { index, end, replay } of outcome.traps) {
    t.diagnostic(`Input ${index} ends it: ${end}`);
    t.diagnostic(toSee(replay));
  }
  assert.equal(outcome.traps.length, 0);
});

const reachAll = () => {
  const endings = [...outcome.endings.keys()];
  const codes = new Set(endings.map((ending) => Number(/ failed (\d+)/.exec(ending)?.[1])));
  const details = endings.flatMap(
    (ending) => / failed [12] field (?<field>\d+) fault (?<fault>\d+)$/.exec(ending)?.groups ?? [],
  );
  const fields = new Set(details.map(({ field }) => Number(field)));
  const faults = new Set(details.map(({ fault }) => Number(fault)));
  const unreached = (names, numbers) => names.filter((name, number) => name && !numbers.has(number));
  assert.deepEqual(unreached(CODES, codes), []);
  // At these only the facade looks, and at the issuer, the client ID and metadata the core for other providers. In the
  // order of their numbers.
  const others = ["engine", "origins", "prompt", "loginHint", "maxAge", "uiLocales", "issuer", "clientId", "metadata"];
  assert.deepEqual(unreached(FIELDS, fields), others);
  assert.deepEqual(unreached(FAULTS, faults), []);
  assert.deepEqual(
    SUCCESSES.filter((success) => !endings.includes(success)),
    [],
  );
};

if (inputs >= ENOUGH) test("the inputs reach every code, every field, every fault and every success", reachAll);
