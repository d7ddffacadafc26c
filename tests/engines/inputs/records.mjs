// Stored records: of this version, of an older one, and garbage.

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
export const EXPIRED = "expired";

/** A session, most of them fresh. */
export const session = (random, state = "") => {
  const expiresIn = random.pick("3600000", "3600000", "3600000", "0", "30000", "30001", "86400000", "999999999000");
  const age = random.pick(0, 1, 1000, HOUR - 30_000, HOUR - 30_001, HOUR, 24 * HOUR, -1, -HOUR);
  return lines(random.chance(0.1) ? "2" : "1", [
    `access-${random.below(20)}`,
    `refresh-${random.below(1000)}`,
    "read",
    expiresIn,
    String(NOW - age),
    state,
    ...random.pick([], ["form"], ["form", "of a later version"], [""], ["form", String(NOW + 24 * HOUR)]),
  ]);
};

/** A session that is stale. */
export const staleSession = (random) =>
  lines(random.chance(0.1) ? "2" : "1", [
    "access-old",
    `refresh-${random.below(1000)}`,
    random.pick("read", "write"),
    "3600000",
    String(NOW - 2 * HOUR),
    "sp1.p.x",
  ]);

/** A login under way, for the configuration of a callback page. */
export const login = (random, given = {}) => {
  const values = {
    verifier: random.times(43, () => LETTERS[random.below(64)]).join(""),
    scope: random.pick("read", "write"),
    returnTo: random.pick("", "", "https://app.example/albums?page=2#top"),
    appState: random.pick("", "", '{"a":1}', "größe 😀"),
    bornAt: String(NOW - random.pick(0, 1000, HOUR, HOUR + 1, -HOUR, -HOUR - 1)),
    client: sessionKey({
      baseUrl: BASE_URL,
      apiKey: random.pick(API_KEY, API_KEY, API_KEY, undefined),
      appName: random.pick("Demo", "a b", "日本"),
      storage: random.pick(undefined, undefined, "session", "memory", {}),
      accountKey: random.pick(undefined, undefined, "work", "größe 日本"),
    }),
    redirectUri: REDIRECT_URI,
    requireIss: random.pick("", "", "", "1"),
    dpop: random.pick("", "", "", "auto", "true"),
    tokenFormat: random.pick("", "", "", "form"),
    ...given,
  };
  return lines("1", Object.values(values));
};

/** A login as earlier versions stored it: the client in three lines. */
const formerLogin = (random) => login(random, { client: `${BASE_URL}\n${API_KEY}\n1` });

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

const lines = (version, values) => [version, ...values].join("\n");

/** A record with something wrong in it. */
export const damaged = (random, record) => {
  const kind = random.below(8);
  const values = record.split("\n");
  const at = random.below(values.length);
  if (kind < 2) return changed(random, record);
  if (kind === 2) return weird(random);
  if (kind === 3) return values.slice(0, at).join("\n");
  if (kind === 4) return `${record}\n${weird(random)}`;
  if (kind === 5) return record.replace(/^1/, random.pick("", "0", "2", "11", "01", "１"));
  const numbers = values.flatMap((value, index) => (/^\d{2,}$/.test(value) ? [index] : []));
  values[kind === 6 && numbers.length ? random.pick(...numbers) : at] = random.pick(...DIGITS);
  return values.join("\n");
};

/** Other things that lie in the storage of a page. */
export const litter = (random) =>
  random.times(random.pick(0, 0, 1, 3), () =>
    random.pick(
      ["theme", "dark"],
      [weird(random), weird(random)],
      [loginKey(aState(random, "p")), login(random)],
      [loginKey(aState(random, "f")), login(random, { bornAt: random.pick(...DIGITS) })],
      [loginKey(weird(random)), damaged(random, login(random))],
      [loginKey(aState(random, "f")), formerLogin(random)],
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
