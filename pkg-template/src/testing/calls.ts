import type { StagepassError, StagepassErrorCode } from "../errors.js";
import { abortable, failure } from "./failure.js";
import type { FakeCall, FakeMethod } from "./options.js";

/** The calls of a client. */
export interface Calls {
  readonly made: readonly FakeCall[];
  /** Empties the recorded calls. */
  clear(): void;
  failNext(method: FakeMethod, reason: StagepassErrorCode | StagepassError): void;
  /** Returns the error that the next call of this method is to reject with, if there is one. */
  take(method: FakeCall["method"]): StagepassError | undefined;
  /** Records a call, and gives it its result. */
  run<T>(
    method: FakeCall["method"],
    values: readonly unknown[],
    work: () => T | Promise<T>,
    signal?: AbortSignal | null,
  ): Promise<T>;
}

/**
 * @param begun Settles when the client has read the session.
 * @param look Reads the session again: after each call, before it settles.
 */
export const openCalls = (begun: Promise<void>, look: () => void): Calls => {
  const made: FakeCall[] = [];
  const planned: { method: string; reason: StagepassErrorCode | StagepassError }[] = [];

  const take = (method: string) => {
    const at = planned.findIndex((plan) => plan.method === method);
    const [plan] = at < 0 ? [] : planned.splice(at, 1);
    return typeof plan?.reason === "string" ? failure(plan.reason) : plan?.reason;
  };

  return {
    made,
    take,
    clear() {
      made.length = 0;
    },
    failNext: (method, reason) => void planned.push({ method, reason }),
    async run(method, values, work, signal) {
      made.push({ method, values });
      const failing = take(method);
      const done = begun.then(() => {
        if (signal?.aborted) throw failure("aborted", { cause: signal.reason });
        if (failing) throw failing;
        return work();
      });
      return abortable(done.finally(look), signal);
    },
  };
};
