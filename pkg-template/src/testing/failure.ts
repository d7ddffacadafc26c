import { TITLES } from "../api/errors.gen.js";
import { StagepassError } from "../entry/index.js";
import type { FIELDS } from "../errors.gen.js";
import type { StagepassErrorCode, StagepassErrorFacts } from "../errors.js";
import { faultMessage } from "../fault-message.js";

/** Returns an error of the class that the app imports, with the title that the real client has for it. */
export const failure = (code: StagepassErrorCode, facts?: StagepassErrorFacts): StagepassError =>
  new StagepassError(code, { title: TITLES[code], ...facts });

/** Returns `option_invalid` for an option of `login`. `fault` is an index of `FAULTS`. */
export const invalidOption = (field: (typeof FIELDS)[number], fault: number, cause?: unknown): StagepassError =>
  failure("option_invalid", { message: faultMessage(field, fault), ...(cause ? { cause } : {}) });

/** Returns the result of `work`, unless `signal` fires first. */
export const abortable = <T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(failure("aborted", { cause: signal?.reason }));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    work.finally(() => signal?.removeEventListener("abort", abort)).then(resolve, reject);
  });
