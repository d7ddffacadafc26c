// What is stored: by this version, by an old one, by nobody.

import { API_KEY, BASE_URL, REDIRECT_URI } from "./setup.mjs";
import { changed, DIGITS, weird } from "./texts.mjs";

/** When inputs play, by a clock that is right, in milliseconds since 1970. */
export const NOW = 1_795_000_000_000;

const HOUR = 3_600_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A state as a login makes it, for a popup (`p`) or a full page (`f`). */
export const aState = (random, display) =>
  `sp1.${display}.${random.times(22, () => LETTERS[random.below(64)]).join("")}`;

/** Where the session of `config` is stored. */
export const sessionKey = ({ baseUrl, apiKey, appName }) =>
  `stagepass/session/${String(baseUrl).replace(/\/$/, "")} ${apiKey || appName}`;

export const loginKey = (state) => `stagepass/login/${state}`;

/** A session, most of them fresh. */
export const session = (random, state = "") => {
  const expiresIn = random.pick("3600000", "3600000", "3600000", "0", "30000", "30001", "86400000", "999999999000");
  const age = random.pick(0, 1, 1000, HOUR - 30_000, HOUR - 30_001, HOUR, 24 * HOUR, -1, -HOUR);
  return lines("1", [
    `access-${random.below(1000)}`,
    `refresh-${random.below(1000)}`,
    "read",
    expiresIn,
    String(NOW - age),
    state,
  ]);
};

/** A session that is stale. */
export const staleSession = (random) =>
  lines("1", [
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
    baseUrl: BASE_URL,
    clientId: API_KEY,
    registered: "1",
    redirectUri: REDIRECT_URI,
    requireIss: random.pick("0", "0", "0", "1"),
    ...given,
  };
  return lines("1", Object.values(values));
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
      ["stagepass/session/", session(random)],
      [`stagepass/session/${weird(random)} ${weird(random)}`, session(random)],
      ["stagepass/session/https://other.example/v1 Demo", session(random)],
    ),
  );
