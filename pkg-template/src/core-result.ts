// How a call of the core ends (`src/rim/flow.rs`). `cargo xtask package` bundles it with the core's glue.

import { FAILED, READ_STATUS, SIGNED_IN } from "./border.gen.js";
import type { CoreError, CoreResult, SessionStatus } from "./glue.js";

/** A result or an error: its kind, two numbers and three texts. */
export type End = [kind: number, first: number, second: number, a: string, b: string, c: string];

/** The kinds of endings of a login, by the core's number. */
const ENDINGS = ["none", "handed-over", "redirecting", "returning", "signed-in"] as const;

/** The scopes, by the core's number. */
const SCOPES = [undefined, "read", "write"] as const;

/** Returns the result without its kind. Throws the error. */
const valuesOf = ([kind, ...values]: End) => {
  if (kind === FAILED) throw values satisfies CoreError;
  return values;
};

/** Returns the result of a login or of a callback page. */
export const loginOf = (end: End): CoreResult => {
  const [ending, , login, texts, client] = valuesOf(end);
  const [appState, user = ""] = texts.split("\n");
  return {
    kind: ENDINGS[ending],
    ...(login && { login, appState, user }),
    // The name of a client contains its service.
    ...(client && { client, baseUrl: client.split(" ")[1] }),
  } as CoreResult;
};

/** Returns the result of a request to a session: its status, or a text if there is one. */
export const sessionOf = (ask: number, end: End): SessionStatus | string | undefined => {
  const [first, scope, a, renewedAt, endsAt] = valuesOf(end);
  if (ask !== READ_STATUS) return first ? a : undefined;
  return (first === SIGNED_IN ? [first, SCOPES[scope], a, +renewedAt, +endsAt] : [first]) as SessionStatus;
};
