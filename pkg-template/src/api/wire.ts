import type { StagepassError } from "../errors.js";
import { type Failures, refusal, type Statuses } from "./failure.js";

/** How long an answer may take, in milliseconds. */
export const DEADLINE = 30_000;

/** Requests, each with an end. */
export interface Wire extends Failures {
  /**
   * Does `work` with a signal that fires at the deadline or with the caller's, and names what ended it: `timeout`,
   * `aborted`, or `network` for whatever else is thrown that is no failure of ours.
   *
   * @param isLasting The caller's signal goes on to count when `work` is done: a body is still to be read.
   */
  within<T>(
    signal: AbortSignal | null | undefined,
    work: (signal: AbortSignal) => Promise<T>,
    isLasting?: boolean,
  ): Promise<T>;
  /** The JSON of an answer. Rejects with what `statuses` says of a status that is no success, with `bad_response`. */
  json(answer: Response, statuses: Statuses): Promise<unknown>;
  /** The failure that an answer stands for. Reads its body. */
  refused(answer: Response, statuses: Statuses): Promise<StagepassError>;
}

/**
 * True of every request. A token must reach nobody but the service: no redirect is followed, no cookie and no referrer goes
 * along.
 */
export const ALWAYS = {
  mode: "cors",
  redirect: "error",
  credentials: "omit",
  referrerPolicy: "no-referrer",
} as const;

/** @param ready Resolves when the client may be used, and is awaited before all work. */
export const openWire = (failures: Failures, ready: () => Promise<void>): Wire => {
  const { fail, isFailure } = failures;

  const within: Wire["within"] = async (signal, work, isLasting) => {
    if (signal?.aborted) throw fail("aborted", { cause: signal.reason });
    const controller = new AbortController();
    let isLate = false;
    const abort = () => controller.abort(signal?.reason);
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, DEADLINE);
    signal?.addEventListener("abort", abort);
    const ended = new Promise<never>((_, reject) =>
      controller.signal.addEventListener("abort", reject, { once: true }),
    );
    try {
      return await Promise.race([ended, ready().then(() => work(controller.signal))]);
    } catch (cause) {
      signal?.removeEventListener("abort", abort);
      if (signal?.aborted) throw fail("aborted", { cause: signal.reason });
      if (isLate) throw fail("timeout");
      throw isFailure(cause) ? cause : fail("network", { cause });
    } finally {
      clearTimeout(timer);
      if (!isLasting) signal?.removeEventListener("abort", abort);
    }
  };

  const refused: Wire["refused"] = async (answer, statuses) =>
    refusal(failures, statuses, answer.status, await answer.text());

  return {
    ...failures,
    within,
    refused,
    async json(answer, statuses) {
      if (!answer.ok) throw await refused(answer, statuses);
      const text = await answer.text();
      try {
        return JSON.parse(text);
      } catch (cause) {
        throw fail("bad_response", { status: answer.status, cause });
      }
    },
  };
};
