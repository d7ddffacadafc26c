import type { StagepassError } from "../errors.js";
import type { Within } from "../wait.js";
import type { Client } from "./client.js";
import { type Failures, refusal, type Statuses } from "./failure.js";

/** Requests, each with an end. */
export interface Wire extends Failures {
  /** As the client does it, once the client is ready. */
  readonly within: Within;
  /** The JSON of an answer. Rejects with what `statuses` says of a status that is no success, with `bad_response`. */
  json(answer: Response, statuses: Statuses): Promise<unknown>;
  /** The failure that an answer stands for. Reads its body. */
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
