// Stored records: of this version, of another one, and garbage.

import { API_KEY, BASE_URL, REDIRECT_URI } from "./setup.mjs";
import { changed, DIGITS, weird } from "./texts.mjs";

/** When inputs play, by a clock that is right, in milliseconds since 1970. */
export const NOW = 1_795_000_000_000;

const HOUR = 3_600_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A state as a login makes it, for a popup (`p`) or a full page (`f`). */
export const aState = (random, display) =>
  `sp1.${display}.${random.times(22, () => LETTERS[random.below(64)]).join("")}`;

/** The name of the area in which the session of `config` is stored. */
export const areaOf = ({ storage }) => (typeof storage === "object" && storage ? "custom" : String(storage ?? "local"));

/** Where the session of `config` is stored, which also stands for the configuration. */
export const sessionKey = (config) => {
  const { baseUrl, apiKey, appName, accountKey } = config;
  const service = String(baseUrl).replace(/\/$/, "");
  const identity = apiKey ? `key ${apiKey}` : `name ${appName}`;
  return `stagepass/session/${areaOf(config)} ${service} ${encoded(String(accountKey ?? ""))} ${identity}`;
};

/** By RFC 3986, which leaves less than JavaScript does. */
const encoded = (text) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const loginKey = (state) => `stagepass/login/${state}`;

/** The marker in place of a session that has expired. */
export const EXPIRED = '{"version":1,"expired":true}';

/** A session, most of them fresh. */
export const session = (random, state = "") => {
  const expiresIn = random.pick(3600000, 3600000, 3600000, 0, 30000, 30001, 86400000, 999999999000);
  const age = random.pick(0, 1, 1000, HOUR - 30_000, HOUR - 30_001, HOUR, 24 * HOUR, -1, -HOUR);
  return recordOf(`access-${random.below(20)}`, `refresh-${random.below(1000)}`, {
    login: state,
    expiresIn,
    obtainedAt: NOW - age,
    isForm: random.chance(0.5),
    isBound: random.chance(0.1),
    endsAt: random.pick(0, 0, NOW + 24 * HOUR),
    isReplacement: random.chance(0.1),
    ...random.pick({}, { later: "member" }),
  });
};

/** A session that is stale. */
export const staleSession = (random) =>
  recordOf("access-old", `refresh-${random.below(1000)}`, {
    scope: random.pick("read", "write"),
    login: "sp1.p.x",
    obtainedAt: NOW - 2 * HOUR,
    isBound: random.chance(0.1),
  });

/** A login under way, for the configuration of a callback page. */
export const login = (random, given = {}) => {
  const apiKey = random.pick(API_KEY, API_KEY, API_KEY, undefined);
  return record({
    codeVerifier: random.times(43, () => LETTERS[random.below(64)]).join(""),
    scope: random.pick("read", "write"),
    returnTo: random.pick("", "", "https://app.example/albums?page=2#top"),
    appState: random.pick("", "", '{"a":1}', "größe 😀"),
    bornAt: NOW - random.pick(0, 1000, HOUR, HOUR + 1, -HOUR, -HOUR - 1),
    baseUrl: BASE_URL,
    clientId: apiKey ?? random.pick("Demo", "a b", "日本"),
    isRegistered: !!apiKey,
    redirectUri: REDIRECT_URI,
    requireIss: random.chance(0.25),
    storage: random.pick("local", "local", "session", "memory", "custom"),
    accountKey: random.pick("", "", "work", encoded("größe 日本")),
    dpop: random.pick("", "", "", "auto", "true"),
    takesForms: random.chance(0.25),
    ...given,
  });
};

/** Something that passes for the key of a session, and so for a client. */
export const oddClient = (random) => {
  const part = () => random.pick("", "local", "x", BASE_URL, "%", API_KEY, weird(random));
  return random.pick(
    `stagepass/session/${random.times(random.below(6), part).join(" ")}`,
    changed(random, sessionKey({ baseUrl: BASE_URL, apiKey: API_KEY, storage: random.pick("local", "session") })),
    `stagepass/session/${BASE_URL} ${API_KEY}`,
    weird(random),
  );
};

const record = (members) => JSON.stringify({ version: 1, ...members });

/** The record of a session with these tokens, as the core writes it. */
export const recordOf = (accessToken, refreshToken, more) =>
  record({
    scope: "read",
    login: "",
    accessToken,
    refreshToken,
    expiresIn: HOUR,
    obtainedAt: NOW,
    isForm: false,
    isBound: false,
    endsAt: 0,
    isReplacement: false,
    ...more,
  });

/** A record with something wrong in it. */
export const damaged = (random, text) => {
  const kind = random.below(7);
  if (kind < 2) return changed(random, text);
  if (kind === 2) return weird(random);
  if (kind === 3) return text.slice(0, random.below(text.length));
  const members = JSON.parse(text);
  if (kind === 4) members.version = random.pick(0, 2, "1", 1.5, -1, null, true, []);
  else members[random.pick(...Object.keys(members))] = odd(random);
  return JSON.stringify(members);
};

/** A value that a member of a record may have, but should not. */
const odd = (random) =>
  random.pick(undefined, null, true, "", 0, -1, 0.5, 1e300, [], {}, weird(random), random.pick(...DIGITS));

/** Other things that lie in the storage of a page. */
export const litter = (random) =>
  random.times(random.pick(0, 0, 1, 3), () =>
    random.pick(
      ["theme", "dark"],
      [weird(random), weird(random)],
      [loginKey(aState(random, "p")), login(random)],
      [loginKey(aState(random, "f")), login(random, { bornAt: odd(random) })],
      [loginKey(weird(random)), damaged(random, login(random))],
      ["stagepass/session/", session(random)],
      [oddClient(random), session(random)],
      [
        `stagepass/session/${random.pick("local", "session", "memory", "custom", "x")} https://other.example/v1  name Demo`,
        session(random),
      ],
      [`stagepass/session/local ${BASE_URL} ${weird(random)} key ${API_KEY}`, random.pick(session(random), EXPIRED)],
      ["stagepass/session/https://other.example/v1 Demo", session(random)],
    ),
  );
