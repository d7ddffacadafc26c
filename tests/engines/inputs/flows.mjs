// Whole flows. Each goes well by default; what goes wrong is put in by chance, in one place or several.

import * as answers from "./answers.mjs";
import { goodAddress, oddAddress, otherAddress, refusalAddress } from "./callbacks.mjs";
import { areaOf, aState, damaged, EXPIRED, login, loginKey, session, sessionKey, staleSession } from "./records.mjs";
import { BASE_URL, badConfig, badOptions, DPOP, goodConfig, goodOptions, STORE } from "./setup.mjs";
import { anything, changed, huge, long, noText, number, weird } from "./texts.mjs";

const ORIGIN = "https://app.example";

/** A configuration, right in most cases. */
const config = (random) => (random.chance(0.95) ? goodConfig(random) : badConfig(random));

const isReadOnly = (given) => !given?.apiKey;

const options = (random, given) => (random.chance(0.96) ? goodOptions(random, isReadOnly(given)) : badOptions(random));

/** The store that the facade passes with every call of this configuration. It may also be the name of one. */
const storeOf = (random, given) => {
  if (random.chance(0.02)) return { storage: anything(random) };
  return given?.storage === undefined || random.chance(0.05) ? {} : { storage: given.storage };
};

/** The options that the facade passes with every call: a store, and what sends requests with proofs. */
const ownOf = (random, given) => ({
  ...storeOf(random, given),
  ...(random.chance(0.85) ? { dpop: random.chance(0.99) ? DPOP : anything(random) } : {}),
});

/** Where the session of this configuration is stored, with this in it. */
const kept = (given, value) => ({ area: areaOf(given ?? {}), key: sessionKey(given ?? {}), value });

const keptLogin = (state, value) => ({ area: "local", key: loginKey(state), value });

/** The `iss` that a client of this configuration takes. */
const issuerOf = (given) =>
  String(given?.baseUrl ?? BASE_URL)
    .toWellFormed()
    .replace(/\/$/, "");

/** The address in a popup's message. `{state}` is the login's own. */
const address = (random, issuer) => {
  const kind = random.below(20);
  if (kind < 16) return goodAddress(random, "{state}", issuer);
  if (kind < 17) return refusalAddress(random, "{state}");
  if (kind < 19) return oddAddress(random, "{state}", issuer);
  return goodAddress(random, aState(random, "p"), issuer);
};

/** Messages of the popup, and forged ones. */
const message = (random, issuer, after) => {
  const answer = ["stagepass1", "answer", "{state}", address(random, issuer)].join("\n");
  const kind = random.below(20);
  const encode = (words) => ["stagepass1", ...words].join("\n");
  const text =
    kind < 17
      ? answer
      : random.pick(
          encode(["signed-in", "{state}", ""]),
          encode([
            "failed",
            "{state}",
            random.pick("4", "12", "17", "18", "22", "0", "23", "24", "27", "28", "200", "255", "256", "-1", "４", ""),
          ]),
          encode(["taken", "{state}", ""]),
          encode(["answer", aState(random, "p"), "https://app.example/callback#code=1"]),
          changed(random, answer),
          changed(random, answer),
          weird(random),
        );
  const data = random.chance(0.03) ? noText(random) : random.chance(0.01) ? long(random) : { $: "filled", of: text };
  const via = random.chance(0.3) ? "channel" : "window";
  const rightSender = random.chance(0.96);
  return {
    kind: "message",
    after,
    via,
    origin: rightSender ? ORIGIN : random.pick("https://evil.example", "null", ""),
    source: rightSender ? "popup" : random.pick("stranger", "self", "none"),
    data,
  };
};

/** Events while a popup is open. */
const meanwhile = (random, issuer) => {
  const answered = random.pick(10, 300, 900, 4_000);
  const events = [];
  if (random.chance(0.1)) events.push(message(random, issuer, 5));
  if (random.chance(0.96)) events.push(message(random, issuer, answered));
  if (random.chance(0.1)) events.push(message(random, issuer, answered + random.pick(0, 1, 1_100)));
  if (random.chance(0.03)) events.push({ kind: "abort", after: random.pick(1, 250, answered, answered + 1, 1_500) });
  if (random.chance(0.05)) events.push({ kind: "touch", after: random.pick(1, 250, answered, answered + 1, 1_500) });
  events.push({
    kind: "close",
    after: random.pick(answered + 2_000, answered + 2_000, answered + 2_000, answered + 100, 200, 3_500),
  });
  events.push({
    kind: "clock",
    after: 9_000,
    shows: random.pick(1_795_010_000_000, { $: "number", of: "1e308" }, { $: "number", of: "NaN" }, 0),
  });
  return events;
};

/** A login in a popup. */
const popupLogin = (random, given) => {
  const opened = random.pick(
    {},
    {},
    { popup: { $: "undefined" } },
    { popup: { $: "popup" } },
    ...(random.chance(0.1) ? [{ popup: null }] : []),
  );
  const signal = random.chance(0.5);
  return {
    call: "login",
    values: [
      given,
      withMembers(options(random, given), {
        ...opened,
        ...(signal ? { signal: { $: "signal" } } : {}),
        ...ownOf(random, given),
      }),
    ],
    signal,
    events: meanwhile(random, issuerOf(given)),
  };
};

const fullPageLogin = (random, given) => ({
  call: "login",
  values: [given, withMembers(options(random, given), { display: "fullScreen", ...ownOf(random, given) })],
});

/** Only an object can take any. */
const withMembers = (options, members) =>
  Object.getPrototypeOf(options ?? 0) === Object.prototype && !("$" in options) ? { ...options, ...members } : options;

/** The calls with a session. */
export const [READ_STATUS, TOKEN, LOGOUT, REVOKE] = ["readStatus", "accessToken", "logout", "revoke"];

/** For how long a token is to be good: what a session of an hour has left, and every kind of number and of none. */
const validity = (random) =>
  random.chance(0.4)
    ? random.pick(0, 1, 29_999, 30_000, 60_000, 3_569_999, 3_570_000, 3_599_999, 3_600_000, 86_399_999, "60000")
    : random.chance(0.8)
      ? random.pick(number(random), {
          $: "number",
          of: random.pick("NaN", "-1", "Infinity", "-Infinity", "9007199254740992"),
        })
      : anything(random);

/**
 * A question about the session.
 *
 * @param {string[]} tokens some that the session may have
 */
const ask = (random, given, name, tokens = []) => {
  const values = ownOf(random, given);
  const events = [];
  const signal = random.chance(0.2);
  if (signal) values.signal = { $: "signal" };
  if (signal && random.chance(0.3)) events.push({ kind: "abort", after: random.pick(0, 1, 40, 15_000) });
  if (name === TOKEN && random.chance(0.3)) values.minValidityMs = validity(random);
  if (name === TOKEN && random.chance(0.2))
    values.forceRefresh = random.chance(0.7) ? random.pick(true, false) : anything(random);
  if (name === REVOKE)
    values.left = random.chance(0.9) ? random.times(random.below(4), () => left(random)) : noText(random);
  if (name !== READ_STATUS && random.chance(0.4))
    values.refused = random.pick("access-old", ...tokens, ...tokens, `access-${random.below(20)}`, weird(random));
  if (random.chance(0.02)) values.refused = noText(random);
  const client = random.chance(0.25) ? sessionKey(given ?? {}) : given;
  return { call: name, values: [client, values], signal, events };
};

/** What a logout leaves of a session. */
const left = (random) =>
  random.chance(0.9)
    ? { token: `refresh-${random.below(1000)}`, isForm: random.chance(0.3), key: random.pick("", "", "sp1.p.x") }
    : anything(random);

/** Every question, in some order; at times two at once. */
const asks = (random, given, tokens) => {
  const names = random.times(1 + random.below(3), () => random.pick(READ_STATUS, TOKEN, TOKEN, TOKEN));
  if (random.chance(0.4)) names.splice(random.below(4), 0, LOGOUT);
  if (random.chance(0.1)) names.push(REVOKE);
  return names.map((name) => ({ ...ask(random, given, name, tokens), overlap: random.chance(0.15) }));
};

/** What another login of this configuration has stored: a session, or a marker that it expired. */
const before = (random, given) =>
  random.chance(0.25)
    ? [kept(given, random.pick(session(random), session(random), staleSession(random), EXPIRED))]
    : [];

/** A login, then calls with its session. */
export const popup = (random) => {
  const given = config(random);
  const first = random.chance(0.8) ? popupLogin(random, given) : fullPageLogin(random, given);
  return { stored: before(random, given), steps: [first, ...(random.chance(0.5) ? asks(random, given) : [])] };
};

/** A login as a full page, and its callback page after it. */
export const fullPage = (random) => {
  const given = config(random);
  const url = {
    $: "filled",
    of: random.chance(0.7) ? goodAddress(random, "{state}", issuerOf(given)) : address(random, issuerOf(given)),
  };
  return {
    stored: before(random, given),
    steps: [
      fullPageLogin(random, given),
      callback(random, url, given),
      ...(random.chance(0.4) ? asks(random, given) : []),
    ],
  };
};

const callback = (random, url, given) => {
  const signal = random.chance(0.2);
  const events = [];
  if (signal) events.push({ kind: "abort", after: random.pick(1, 500, 2_100, 40_000) });
  if (random.chance(0.5)) events.push(fromOpener(random));
  const options = { url, ...(signal ? { signal: { $: "signal" } } : {}), ...ownOf(random, given) };
  return { call: "handleRedirect", values: [options], signal, events };
};

const fromOpener = (random) => {
  const text = random.pick(
    "stagepass1\ntaken\n{state}\n",
    "stagepass1\ntaken\n{state}\n",
    "stagepass1\nsigned-in\n{state}\n",
    weird(random),
  );
  const right = random.chance(0.9);
  return {
    kind: "message",
    after: random.pick(1, 100, 1_999, 2_001, 5_000),
    via: random.pick("window", "channel"),
    origin: right ? ORIGIN : "https://evil.example",
    source: right ? "opener" : "stranger",
    data: { $: "filled", of: text },
  };
};

/** A callback page by itself: the transaction was stored by another page, or not at all. */
export const callbackPage = (random) => {
  const state = aState(random, random.pick("p", "f", "f"));
  const kind = random.below(20);
  const url =
    kind < 11
      ? goodAddress(random, state, BASE_URL)
      : kind < 13
        ? refusalAddress(random, state)
        : kind < 17
          ? oddAddress(random, state, BASE_URL)
          : random.pick(otherAddress(random), long(random), noText(random));
  const stored = [];
  if (random.chance(0.85)) {
    const record = random.chance(0.9) ? login(random) : damaged(random, login(random));
    stored.push(keptLogin(state, record));
  }
  if (random.chance(0.2)) stored.push(kept(goodConfig(random), session(random, state)));
  return {
    state,
    stored,
    steps: [callback(random, url, { storage: random.pick(undefined, "session", STORE, STORE) })],
  };
};

/** Questions about a session that is stored already. */
export const storedSession = (random) => {
  const given = config(random);
  const kind = random.below(20);
  const record = kind < 1 ? EXPIRED : kind < 10 ? session(random) : staleSession(random);
  const stored = random.chance(0.9) ? [kept(given, random.chance(0.9) ? record : damaged(random, record))] : [];
  const steps = asks(random, given, [JSON.parse(record).accessToken].filter(Boolean));
  if (random.chance(0.8)) return { stored, steps };
  // Another tab refreshes, ends or damages the session meanwhile, perhaps while it has the lock.
  const value = random.pick(
    null,
    EXPIRED,
    session(random),
    session(random),
    staleSession(random),
    damaged(random, record),
  );
  steps[0].events.push({ kind: "storage", after: random.pick(0, 1, 20), ...kept(given, value) });
  const locks = { mode: "there", delay: 30 };
  return { stored, steps, ...(random.chance(0.5) ? { locks } : {}) };
};

/** Megabytes, in every place that takes a text. */
export const megabytes = (random) => {
  const given = goodConfig(random);
  const tokenCall = (values, client = given) => ({ call: TOKEN, values: [client, values] });
  const tail = [READ_STATUS, TOKEN, LOGOUT].map((name) => ask(random, given, name));
  const flow = random.pick(
    {
      stored: [kept(given, staleSession(random))],
      answers: { "/oauth/token": [answers.hugeAnswer(random), answers.tokens(random)] },
      steps: [tokenCall(storeOf(random, given))],
    },
    { stored: [kept(given, hugeSession(random))], steps: [tokenCall(storeOf(random, given))] },
    {
      stored: [kept({ ...given, storage: STORE }, hugeSession(random))],
      steps: [tokenCall({ storage: STORE }, { ...given, storage: STORE })],
    },
    { steps: [tokenCall({ refused: huge(random) }), tokenCall({}, huge(random)), tokenCall({}, hugeClient(random))] },
    { steps: [{ call: REVOKE, values: [given, { left: [huge(random), "refresh-1"] }] }] },
    {
      steps: [
        {
          call: "login",
          values: [
            { ...given, [random.pick("appName", "redirectUri", "baseUrl", "storage", "accountKey")]: huge(random) },
            goodOptions(random, true),
          ],
        },
      ],
    },
    {
      steps: [
        {
          ...fullPageLogin(random, given),
          values: [given, { scope: "read", display: "fullScreen", appState: huge(random) }],
        },
      ],
    },
    { steps: [{ call: "handleRedirect", values: [{ url: hugeAddress(random) }] }] },
  );
  return { ...flow, steps: [...flow.steps, ...tail] };
};

/** A session with megabytes in one of its members. */
const hugeSession = (random) => {
  const members = JSON.parse(session(random));
  members[random.pick(...Object.keys(members))] = HERE;
  const [before, after] = JSON.stringify(members).split(HERE);
  return { $: "join", of: [before, huge(random), after] };
};

const HERE = "here";

const hugeClient = (random) => ({
  $: "join",
  of: [`stagepass/session/local ${BASE_URL} `, huge(random), " key ", huge(random)],
});

const hugeAddress = (random) => ({
  $: "join",
  of: ["https://app.example/callback?x=", huge(random), "#state=sp1.f.x&code=", huge(random)],
});
