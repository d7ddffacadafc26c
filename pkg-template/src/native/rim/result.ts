// How a call of the core ends (`src/host/flow.rs`). `cargo xtask package` bundles it with the core's glue.

import { FAILED, FIELD_SHIFT, SIGNED_IN, SIGNED_OUT } from "../../border.gen.js";
import type { Bearer, CoreError, CoreResult, Revocation, SessionStatus } from "../../glue.js";

/** A result or an error: its kind, two numbers and three texts. */
export type End = [kind: number, first: number, second: number, a: string, b: string, c: string];

/** The kinds of endings of a login, by the core's number. */
const ENDINGS = ["none", "handed-over", "redirecting", "returning", "signed-in"] as const;

/** The scopes, by the core's number. */
const SCOPES = [undefined, "read", "write"] as const;

/** Separates the tokens that are left to revoke. No token has it. */
export const SEPARATOR = "\u{1e}";

/** Returns the result without its kind. Throws the error. */
const valuesOf = ([kind, ...values]: End) => {
  if (kind === FAILED) throw errorOf(values);
  return values;
};

const errorOf = ([code, detail, description, oauthError, errorUri]: ReturnType<typeof valuesOf>): CoreError =>
  // The codes of the configuration and of an option.
  code <= 2
    ? { code, field: detail >> FIELD_SHIFT, fault: detail & (2 ** FIELD_SHIFT - 1) }
    : { code, status: detail || undefined, description, oauthError, errorUri };

/** Returns the result of a login, or of an authorization response. */
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

/** Returns the status of a session. */
export const statusOf = (end: End): SessionStatus => {
  const [status, scope, login, renewedAt, endsAt] = valuesOf(end);
  if (status !== SIGNED_IN) return { status: status === SIGNED_OUT ? "signed-out" : "expired" };
  return { status: "signed-in", scope: SCOPES[scope], login, renewedAt: +renewedAt, expiresAt: +endsAt || undefined };
};

/** Returns an access token. */
export const bearerOf = (end: End): Bearer => {
  const [token = "", key, mark] = textOf(end).split("\n");
  return { token, key: key || undefined, isAdopted: !!mark };
};

/** Returns what is left to revoke. */
export const revocationOf = (end: End): Revocation => {
  const [isLeft, , text] = valuesOf(end);
  if (!isLeft) return { kind: "nothing" };
  return text ? { kind: "tokens", tokens: text.split(SEPARATOR) } : { kind: "refused" };
};

/** Returns a text. */
export const textOf = (end: End): string => valuesOf(end)[2];
