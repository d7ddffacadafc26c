// The loop between the core and the platform. `cargo xtask package` bundles it with the core's glue.

import { attempt } from "../../attempt.js";
import {
  ABORTED,
  ACCESS_TOKEN,
  DATA_AS_JSON,
  DIGEST,
  END,
  HANDLE_REDIRECT,
  LAST_OBJECT,
  LOGIN,
  LOGOUT,
  READ_STATUS,
  RECEIVE,
  REFUSED,
  REVOKE,
} from "../../border.gen.js";
import type { CallOptions, HostFunctions } from "../../glue.js";
import type { Effects } from "./effects.js";
import { bearerOf, type End, loginOf, revocationOf, SEPARATOR, statusOf, textOf } from "./result.js";

/** An effect (`src/host.rs`): a kind less than `END`, the flow, a number and texts. At the end, how it ended. */
type Step = End;

/** The exports of the core. Each passes a step. */
export interface Steps {
  start(call: number): void;
  resume(flow: number, kind: number, number: number): void;
}

/** The platform, as one call uses it. */
export interface Rim {
  /** The URL of the calling page. Undefined: the platform is not supported. */
  page: string | undefined;
  effects: Effects;
  /** Ends what the effects have begun. */
  end(): void;
}

/** Returns the core's functions, and its imports `member` and `pass`. `open` opens the platform for a call. */
export const driving = (steps: Steps, open: (options: CallOptions, signal: AbortSignal | undefined) => Rim) => {
  // What the core reads (`src/host/values.rs`), and what it passes. Both last as long as it runs, which is synchronous.
  let values: unknown[];
  let passed: Step;

  const enter = (first: unknown, second: unknown, call: () => void): Step => {
    values = [first, second];
    // An instance that a trap has ended passes nothing.
    passed = [] as unknown as Step;
    call();
    return passed;
  };

  // An async function runs synchronously up to its first await, so a login opens its popup inside the click.
  const drive = async <T>(call: number, config: unknown, options: CallOptions, convert: (end: End) => T) => {
    const signal = attempt(() => options.signal) || undefined;
    const { page, effects, end } = open(options, signal);
    try {
      // A configuration is an object. A client is a text, and only a text counts here.
      const own = { ...options, page, aborted: signal?.aborted, client: config };
      let step = enter(config, own, () => steps.start(call));
      while (step[0] < END) {
        const [effect, flow, ...given] = step;
        const outcome = effects[effect]?.(...given) ?? [REFUSED];
        const isSlow = "then" in outcome;
        const [kind, number = 0, value] = isSlow ? await outcome : outcome;
        // Only what takes time can be aborted. Reads and writes, which take time on a phone, complete.
        const isAborted = isSlow && effect >= RECEIVE && signal?.aborted;
        step = enter(value, value?.data, () => steps.resume(flow, isAborted ? ABORTED : kind, +number));
      }
      return convert(step);
    } finally {
      end();
    }
  };

  return {
    member: (object: number, name: string): unknown =>
      attempt(() => {
        const isJson = object === DATA_AS_JSON;
        const value = (values[isJson ? 1 : object] as { [name: string]: unknown })[name];
        if (isJson) return JSON.stringify(value);
        if (typeof value === "string") return value;
        if (typeof value === "object") {
          values[LAST_OBJECT] = value;
          return value && "\0";
        }
        return value === undefined
          ? value
          : `\0${typeof value === "number" ? Math.floor(Math.min(value, 1e15)) : (value as boolean)}`;
      }),
    pass: (...step: Step) => {
      passed = step;
    },
    login: (config, options) => drive(LOGIN, config, options, loginOf),
    handleRedirect: (options) => drive(HANDLE_REDIRECT, undefined, options, loginOf),
    readStatus: (config, options) => drive(READ_STATUS, config, options, statusOf),
    accessToken: (config, options) => drive(ACCESS_TOKEN, config, options, bearerOf),
    logout: (config, options) => drive(LOGOUT, config, options, revocationOf),
    revoke: (config, { left, ...options }) =>
      drive(REVOKE, config, { ...options, refused: left.join(SEPARATOR) } as CallOptions, revocationOf),
    digest: (text) => drive(DIGEST, text, {}, textOf),
  } as HostFunctions & { member(object: number, name: string): unknown; pass(...step: Step): void };
};
