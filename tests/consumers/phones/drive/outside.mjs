// What an engine cannot do: the phone's network, and the user in the in-app browser.

import { noteMembers } from "../../interop/evidence.mjs";
import { browse } from "../person.mjs";
import { person } from "./settings.mjs";

const ANSWER_TIMEOUT_MS = 60_000;

/** Does an act by its kind. */
export const outside = (kind, what) => acts[kind](what);

const acts = {
  browse: ({ url, redirectUri, decision }) => browse(url, redirectUri, { ...person(), decision }),

  /** A request as a phone's system sends it: it follows redirects by itself. Bodies are in base64. */
  async http({ method, url, headers, body }) {
    try {
      const sent = body === undefined ? {} : { body: Buffer.from(body, "base64") };
      const answer = await fetch(url, { method, headers, ...sent, redirect: "follow", signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (url.endsWith("/oauth/token")) noteMembers(JSON.parse(bytes));
      return { status: answer.status, headers: Object.fromEntries(answer.headers), url: answer.url, body: bytes.toString("base64") };
    } catch (error) {
      return { failed: String(error.cause ?? error) };
    }
  },
};
