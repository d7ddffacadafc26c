import { fromCore, StagepassError } from "./errors.js";
import { type CoreFunctions, instance } from "./glue.js";
import { abortable, throwIfAborted, within } from "./wait.js";

/** Returns the exports of a new instance of the core, made with these imports. `signal` aborts its requests. */
export type Engine = (imports: WebAssembly.Imports, signal: AbortSignal) => Promise<WebAssembly.Exports>;

/** A running core. */
export interface Core extends CoreFunctions {
  /** Calls the core synchronously, and converts its errors to `StagepassError`. */
  run<T>(call: (core: Core) => T | Promise<T>): Promise<T>;
}

let running: Core | undefined;
let loading: Promise<Core> | undefined;

/** Whether this is a page. A worker is not, because it has no windows and no address bar. */
export const inBrowser = typeof document !== "undefined";

/**
 * Returns the core, and loads it if needed. `signal` aborts the call.
 *
 * Not `async`: if the core is running, the caller continues without an await, as a login must.
 *
 * Throws `unsupported` and `aborted`. Rejects with `aborted` and `load_failed`.
 */
export const coreFor = (engine: Engine, signal?: AbortSignal): Core | Promise<Core> => {
  if (!inBrowser) throw new StagepassError("unsupported");
  throwIfAborted(signal);
  return running ?? abortable(load(engine), signal);
};

/**
 * Loads the core, once for the page. After a failed load, the next call tries again.
 *
 * Not a top-level await at import, which breaks servers and the production builds of several bundlers.
 */
const load = (engine: Engine): Promise<Core> => {
  loading ??= start(engine).catch(({ cause }) => {
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
  // An imported script cannot be aborted. Only the wait for it ends.
  const exports = await within(undefined, (signal) => engine(glue.imports, signal));
  glue.__wbg_set_wasm(guard(exports, () => !!death, trapped));
  const core: Core = {
    ...glue,
    run: (call) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death);
        waiting.add(reject);
        // Runs at once. An error of the core becomes a rejection like any other.
        const begun = (async () => call(core))();
        begun.finally(() => waiting.delete(reject)).then(resolve, (thrown) => reject(fromCore(thrown)));
      }),
  };
  running = core;
  return core;
};

/**
 * Wraps the exports of an instance.
 *
 * A trap leaves the instance in an inconsistent state: its memory is unreliable, and its promises never settle. Most of
 * the core runs in callbacks (a message, a timer, a response), where no caller would catch a trap. So it is caught at
 * each entry, and from then on every entry fails.
 */
const guard = (exports: WebAssembly.Exports, isDead: () => boolean, trapped: (thrown: unknown) => void) => {
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [
      name,
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
          },
    ]),
  );
};
