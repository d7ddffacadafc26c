import { fromCore, StagepassError } from "./errors.js";
import { type CoreFunctions, instance } from "./glue.js";
import { abortable, throwIfAborted } from "./wait.js";

/** Gives the exports of a new instance of the core, made with these imports. What it fetches for that ends with `signal`. */
export type Engine = (imports: WebAssembly.Imports, signal: AbortSignal) => Promise<WebAssembly.Exports>;

/** How long the core may take to arrive, in milliseconds. */
const LOAD_DEADLINE = 30_000;

/** A running core. */
export interface Core extends CoreFunctions {
  /** Calls into the core, synchronously, and gives its failures as a `StagepassError`. */
  run<T>(call: (core: Core) => T | Promise<T>): Promise<T>;
}

let running: Core | undefined;
let loading: Promise<Core> | undefined;

/** Whether this is a page. A worker is not: it has no window to open, and no address bar. */
export const inBrowser = typeof document !== "undefined";

/**
 * The core, for a call that `signal` may end; loaded if it is not.
 *
 * Not `async`: where the core is running, the caller goes on without an await, and a login must.
 *
 * Throws `unsupported` and `aborted`; rejects with `aborted` and `load_failed`.
 */
export const coreFor = (engine: Engine, signal?: AbortSignal): Core | Promise<Core> => {
  if (!inBrowser) throw new StagepassError("unsupported");
  throwIfAborted(signal);
  return running ?? abortable(load(engine), signal);
};

/**
 * Loads the core, once for the page. A load that failed is forgotten: the next call tries anew.
 *
 * Not at import by a top-level await: that stops servers, and the production builds of several bundlers.
 */
const load = (engine: Engine): Promise<Core> => {
  loading ??= start(engine).catch((cause) => {
    loading = undefined;
    throw new StagepassError("load_failed", { cause });
  });
  return loading;
};

const start = async (engine: Engine): Promise<Core> => {
  const waiting = new Set<(error: unknown) => void>();
  let death: StagepassError | undefined;

  const trapped = (thrown: unknown) => {
    death = fromCore(thrown);
    if (running === core) running = loading = undefined;
    for (const reject of waiting) reject(death);
  };

  const glue = instance();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), LOAD_DEADLINE);
  // A script that is imported cannot be called off: only the wait for it ends.
  const arrival = abortable(engine(glue.imports, deadline.signal), deadline.signal);
  const exports = await arrival.finally(() => clearTimeout(timer));
  glue.__wbg_set_wasm(guard(exports, () => !!death, trapped));
  const core: Core = {
    ...glue,
    run: (call) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death);
        waiting.add(reject);
        // Runs at once; what the core throws becomes a rejection like any other.
        const begun = (async () => call(core))();
        begun.finally(() => waiting.delete(reject)).then(resolve, (thrown) => reject(fromCore(thrown)));
      }),
  };
  running = core;
  return core;
};

/**
 * The exports of an instance, watched.
 *
 * A trap leaves the instance in the middle of something: its memory can no longer be trusted, and a promise that it was to
 * settle never will be. Most of the core runs from callbacks (a message, a timer, an answer), where a trap comes past no
 * caller of ours. So it is caught where the core is entered, whoever enters; and from then on nobody enters any more.
 */
const guard = (exports: WebAssembly.Exports, isDead: () => boolean, trapped: (thrown: unknown) => void) => {
  const guarded: WebAssembly.Exports = {};
  for (const [name, value] of Object.entries(exports)) {
    guarded[name] =
      typeof value !== "function"
        ? value
        : (...values: unknown[]) => {
            if (isDead()) return;
            try {
              return value(...values);
            } catch (thrown) {
              trapped(thrown);
              throw thrown;
            }
          };
  }
  return guarded;
};
