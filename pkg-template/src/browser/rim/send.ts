import { ANSWER, ELAPSED, IS_FORM, OFFLINE, OUTLIVES_PAGE, REFUSED, SEND } from "../../border.gen.js";
import type { CallOptions } from "../../glue.js";
import { attempt, type Effects, type Outcome } from "../../rim/effects.js";
import { wait } from "./wait.js";

/** The timeout of a request including the body of its response, in milliseconds. */
const DEADLINE = 15_000;

/**
 * Sends requests to the service.
 *
 * Only the service may receive a token: no redirect is followed, no cookie and no referrer is sent, and nothing is
 * cached.
 */
export const senderOf = (window: Window, dpop: CallOptions["dpop"], signal: AbortSignal | undefined): Effects => ({
  async [SEND](number, url, form, key) {
    const proof = number % IS_FORM;
    const sender = proof ? dpop : window;
    if (!sender) return [REFUSED];
    const fields = new URLSearchParams(form);
    const isForm = number & IS_FORM;
    const end = new AbortController();
    const init = {
      method: "POST",
      // `fetch` sets the type of a form by itself. Any other header would need a CORS preflight.
      headers: isForm ? undefined : { "Content-Type": "application/json" },
      body: isForm ? fields : JSON.stringify(Object.fromEntries(fields)),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      keepalive: !!(number & OUTLIVES_PAGE),
      signal: end.signal,
      // Only `dpop.fetch` reads these two.
      dpop: proof,
      key,
    } as const;
    const answered = async (): Promise<Outcome> => {
      const answer = await (sender as Window).fetch(url, init as RequestInit);
      // There is no key for the proof.
      if (!answer) return [REFUSED];
      const text = await answer.text();
      return [ANSWER, answer.status, { data: attempt(() => JSON.parse(text)) }];
    };
    const outcome = await wait(DEADLINE, signal, answered).catch((): Outcome => [OFFLINE]);
    // To free the connection.
    if (!outcome) end.abort();
    return outcome ?? [ELAPSED];
  },
});
