// The inputs: each a page, a service, and what is called and happens there, determined by a seed and a number.

import * as answers from "./inputs/answers.mjs";
import * as flows from "./inputs/flows.mjs";
import { misuse } from "./inputs/misuse.mjs";
import { litter, NOW } from "./inputs/records.mjs";
import { PAGE, REDIRECT_URI } from "./inputs/setup.mjs";
import { anything, number, weird } from "./inputs/texts.mjs";
import { Random } from "./random.mjs";

/** How often megabytes are tried: they take a hundred times as long as the rest. */
const MEGABYTES = 1 / 400;

/**
 * Input `number` of `seed`.
 *
 * @returns {object} JSON, with `{ $: … }` for what JSON cannot hold
 */
export const inputOf = (seed, index) => {
  const random = new Random(`${seed}/${index}`);
  const flow = flowOf(random);
  const { stored = [], answers: given = {}, ...rest } = flow;
  return {
    page: page(random),
    popup: popup(random),
    clock: clock(random),
    random: { seed: `${seed}/${index}`, mode: random.chance(0.015) ? random.pick("throws", "missing") : "there" },
    storage: {
      local: storage(random, keptIn("local", stored)),
      session: storage(random, keptIn("session", stored)),
      custom: ownStore(random, keptIn("custom", stored)),
    },
    locks: locks(random),
    answers: { ...service(random), ...given },
    ...rest,
  };
};

const flowOf = (random) => {
  if (random.chance(MEGABYTES)) return flows.megabytes(random);
  const kind = random.below(20);
  if (kind < 8) return flows.popup(random);
  if (kind < 10) return flows.fullPage(random);
  if (kind < 14) return flows.callbackPage(random);
  return kind < 18 ? flows.storedSession(random) : misuse(random);
};

const page = (random) => ({
  href: random.chance(0.95)
    ? random.pick(PAGE, PAGE, REDIRECT_URI, "https://app.example/")
    : random.pick("https://other.example/", "about:blank", "", weird(random)),
  ...(random.chance(0.5) ? { opener: "there" } : {}),
  ...rarely(
    random,
    0.04,
    { window: "missing" },
    { window: "foreign" },
    { document: "missing" },
    { location: "throws" },
    { location: "stays" },
    { history: "throws" },
    { history: "throttled" },
    { opener: "throws" },
    { channels: "throw" },
    { controllers: "throw" },
    { fetch: "missing" },
    { focus: "missing" },
    { listeners: random.pick("missing", "throw") },
  ),
  ...(random.chance(0.2) ? { screen: screen(random) } : {}),
});

/** Where the window is, and how large. */
const screen = (random) => {
  const side = () => (random.chance(0.9) ? random.pick(-1440, 0, 1, 481, 719, 1024.5, 3840) : anything(random));
  return { screenX: side(), screenY: side(), outerWidth: side(), outerHeight: side() };
};

const popup = (random) => ({
  ...rarely(
    random,
    0.07,
    { open: "refused" },
    { open: "refused" },
    { open: "throws" },
    { open: "nothing" },
    { open: "missing" },
    { replace: "throws" },
    { post: "throws" },
  ),
  ...rarely(
    random,
    0.03,
    { closed: "throws" },
    { closed: number(random) },
    { closed: random.pick("yes", "", null, {}) },
  ),
  ...rarely(
    random,
    0.3,
    { focus: [true, false, true] },
    { focus: [false, true] },
    { focus: [true, false, false, false, true] },
    { focus: "throws" },
  ),
});

const clock = (random) => {
  const shows = random.chance(0.95)
    ? NOW
    : random.chance(0.9)
      ? number(random)
      : random.pick("1795000000000", null, true, weird(random));
  const jump = () => ({
    reading: random.below(6),
    shows: random.pick(0, -1, 1, NOW - 3_600_000, NOW + 3_600_000, NOW + 7_200_000, NOW * 1000, number(random)),
  });
  return { shows, ...rarely(random, 0.08, { jumps: random.times(1 + random.below(2), jump) }) };
};

const keptIn = (area, stored) => stored.flatMap((entry) => (entry.area === area ? [[entry.key, entry.value]] : []));

const storage = (random, stored) => ({
  mode: random.chance(0.93) ? "there" : random.pick("denied", "missing", "full", "unreadable"),
  ...rarely(random, 0.05, { room: random.below(3) }),
  stored: [...litter(random), ...stored, ...(random.chance(0.1) ? litter(random) : [])],
});

/** A store of the app's own, which may do anything. */
const ownStore = (random, stored) => {
  const kind = random.below(20);
  if (kind < 13) return { ...storage(random, stored), mode: "there" };
  if (kind < 17) return { mode: random.pick("full", "unreadable", "throws", "incomplete"), stored };
  const gives = {};
  if (random.chance(0.7)) gives.getItem = anything(random);
  if (random.chance(0.4)) gives.key = anything(random);
  if (random.chance(0.4))
    gives.length = random.pick(null, true, "2", "", {}, [], [2], { $: "promise", of: 2 }, count(random));
  return { mode: "nonsense", gives, stored };
};

/** A length that is none, or not the right one. None that a store of so many would have to be read for. */
const count = (random) => ({
  $: "number",
  of: random.pick("NaN", "0.5", "2.5", "-0", "3", "Infinity", "-Infinity", "4294967297"),
});

const locks = (random) => ({
  mode: random.chance(0.94) ? "there" : random.pick("missing", "no navigator", "odd", "throws", "rejects", "never"),
  ...rarely(random, 0.15, { delay: random.pick(1, 100, 19_999, 20_001, 30_001) }),
});

/** The service's answers in turn, good ones in the end. */
const service = (random) => {
  const turn = (good, ...other) => {
    const right = good(random);
    const first = random.chance(0.12)
      ? [random.chance(0.12) ? answers.broken(random) : answers.odd(random, right)]
      : [];
    return [...first, ...(random.chance(0.08) ? [random.pick(...other)] : []), right];
  };
  return {
    "/oauth/token": turn(answers.tokens, answers.invalidGrant(), answers.unauthorized(), answers.refusal(random)),
    "/oauth/revoke": turn(answers.revoked, answers.unauthorized(), answers.refusal(random)),
  };
};

const rarely = (random, probability, ...choices) => (random.chance(probability) ? random.pick(...choices) : {});
