// What performs the effects of the core on a phone: methods of the host's object. `cargo xtask package` bundles it with
// the core's glue, without the globals of a browser. The host's methods may return or throw anything.

import { attempt } from "../../attempt.js";
import {
  ABORTED,
  ANSWER,
  CLOSE_POPUP,
  CLOSE_SELF,
  DELETE,
  DONE,
  ELAPSED,
  GET_RANDOM,
  GET_TIME,
  IS_FORM,
  KEYS,
  LIST_KEYS,
  LISTEN,
  LOCK,
  NAVIGATE,
  NOW,
  OFFLINE,
  POST,
  RANDOM,
  READ,
  RECEIVE,
  REFUSED,
  REPLACE_PAGE,
  SEND,
  SET_ADDRESS,
  TEXT,
  UNLOCK,
  WRITE,
} from "../../border.gen.js";
import type { Area, CallOptions, Host, HostResponse } from "../../glue.js";
import { driving, type Steps } from "./drive.js";
import { type Effects, isObject, type Outcome } from "./effects.js";

/** The timeout of a request, in milliseconds. */
const DEADLINE = 15_000;

/** Returns the functions of the core, which perform the effects of these exports by `options.host`. */
export const performing = (steps: Steps) => driving(steps, open);

const open = (options: CallOptions, signal: AbortSignal | undefined) => {
  // Without a host, no effect is asked for.
  const host = options.host as Host;
  let release: (() => void) | undefined;
  const end = () => {
    const letGo = release;
    release = undefined;
    attempt(() => letGo?.());
  };
  const done = (): Outcome => [DONE];
  const navigate = (url: string): Outcome => {
    // After an abort, the user must not see the service's page.
    if (signal?.aborted) return [ABORTED];
    void settled(() => host.open(url));
    return [DONE];
  };
  const read = async (area: Area, key: string) => (await settled(() => host.read(area, key)))?.[0];
  const effects: Effects = {
    [GET_TIME]() {
      const now = attempt(() => host.now());
      return [NOW, typeof now === "number" ? now : 0];
    },
    [GET_RANDOM]() {
      const bytes = attempt(() => [...host.random(48)]) ?? [];
      // Anything else would make a login that can be guessed.
      const isRandom = bytes.length === 48 && bytes.every((byte) => byte === (byte & 0xff));
      return isRandom ? [RANDOM, 0, { data: String.fromCharCode(...bytes) }] : [REFUSED];
    },
    [READ]: async (_, area, key) => [TEXT, 0, { data: await read(area as Area, key) }],
    [WRITE]: async (_, area, key, value) => {
      const stored = await settled(() => host.write(area as Area, key, value));
      return [stored?.[0] === true ? DONE : REFUSED];
    },
    [DELETE]: async (_, area, key) => {
      // The store gets both at once, so that no other flow of the process stores a value between them.
      const [data] = await Promise.all([read(area as Area, key), settled(() => host.remove(area as Area, key))]);
      return [TEXT, 0, { data }];
    },
    [LIST_KEYS]: async (_, prefix) => {
      const keys = (await settled(() => host.keys(prefix)))?.[0];
      const named = (key: unknown) => typeof key === "string" && key.startsWith(prefix);
      return [KEYS, 0, { data: Array.isArray(keys) ? keys.filter(named).join("\n") : "" }];
    },
    // There is no window but the app's own, and no other window to post to. The core is refused a popup.
    [CLOSE_POPUP]: done,
    [CLOSE_SELF]: done,
    [SET_ADDRESS]: done,
    [LISTEN]: done,
    [POST]: done,
    [RECEIVE]: () => [ELAPSED],
    [NAVIGATE]: (_, url) => navigate(url),
    [REPLACE_PAGE]: (_, url) => navigate(url),
    [LOCK]: async (within, name) => {
      const granted = await settled(() => host.lock(name, within, signal));
      if (!granted) return [REFUSED];
      const [letGo] = granted;
      if (typeof letGo !== "function") return [letGo === undefined ? ELAPSED : REFUSED];
      release = letGo;
      return [DONE];
    },
    [UNLOCK]() {
      end();
      return [DONE];
    },
    async [SEND](number, url, form, key) {
      const isForm = number & IS_FORM;
      const body = isForm ? form : JSON.stringify(fieldsOf(form));
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      const answered = await settled(() => host.post(url, body, DEADLINE, signal, type, number % IS_FORM, key));
      if (!answered) return [OFFLINE];
      const [answer] = answered;
      if (answer === undefined) return [ELAPSED];
      const { status, text } = answer || ({} as HostResponse);
      if (typeof status !== "number" || typeof text !== "string") return [OFFLINE];
      // There is no key for the proof.
      if (!status) return [REFUSED];
      return [ANSWER, status, { data: attempt(() => JSON.parse(text)) }];
    },
  };
  return { page: isObject(host) ? "" : undefined, effects, end };
};

/** Returns the fields of a form as the core writes it. Not every host has `URLSearchParams`. */
const fieldsOf = (form: string) =>
  Object.fromEntries(form.split("&").map((pair) => pair.split("=").map(decodeURIComponent)));

/** Returns what `work` returns or resolves to, in a list. Undefined if it throws or rejects. */
const settled = async <T>(work: () => T | Promise<T>): Promise<[T] | undefined> => {
  try {
    return [await work()];
  } catch {
    return undefined;
  }
};
