import type { StagepassError } from "../errors.js";
import type { Within } from "../wait.js";
import type { Client } from "./client.js";
import { type Failures, refusal, type Statuses } from "./failure.js";

/** Requests with a timeout. */
export interface Wire extends Failures {
  /** Runs work as the client does, after the client is ready. */
  readonly within: Within;
  /** Returns a response's JSON. Rejects by `statuses` for an error status, and with `bad_response`. */
  json(answer: Response, statuses: Statuses): Promise<unknown>;
  /** Returns the error of a response. Reads its body. */
  refused(answer: Response, statuses: Statuses): Promise<StagepassError>;
}

export const openWire = (failures: Failures, { ready, within }: Pick<Client, "ready" | "within">): Wire => {
  const { fail } = failures;

  const refused: Wire["refused"] = async (answer, statuses) =>
    refusal(failures, statuses, answer.status, await answer.text());

  return {
    ...failures,
    within: (signal, work) =>
      within(signal, async (ending) => {
        await ready();
        return work(ending);
      }),
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
