// The loop between the core and the platform. `cargo xtask package` bundles it with the core's glue.

import { ABORTED, DATA_AS_JSON, END, HANDLE_REDIRECT, LAST_OBJECT, LOGIN, RECEIVE, REFUSED } from "../border.gen.js";
import { type End, loginOf, sessionOf } from "../core-result.js";
import type { CallOptions, CoreFunctions } from "../glue.js";
import { attempt, type Effects } from "./effects.js";

/** An effect (`src/rim/exports.rs`): a kind less than `END`, the flow, a number and texts. At the end, how it ended. */
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
  // What the core reads (`src/rim/values.rs`), and what it passes. Both last as long as it runs, which is synchronous.
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
    session: (ask: number, config: object | string, options: CallOptions) =>
      drive(+ask, config, options, (end) => sessionOf(ask, end)),
  } as CoreFunctions & { member(object: number, name: string): unknown; pass(...step: Step): void };
};
