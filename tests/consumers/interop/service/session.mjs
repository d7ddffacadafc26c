// Signs a user in with plain requests and returns the access token, for libraries without OAuth.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { noteMembers } from "../evidence.mjs";
import { decide } from "./person.mjs";
import { CALLBACK } from "./service.mjs";

/** Returns an access token with this scope, for the app of `service`. */
export async function accessToken(service, scope) {
  return (await tokens(service, scope)).access_token;
}

/** Returns the response of the token endpoint to a new sign-in. */
export async function tokens(service, scope) {
  const verifier = randomBytes(32).toString("base64url");
  noteMembers({ code_verifier: verifier });
  const request = new URLSearchParams({
    client_id: service.apiKey,
    redirect_uri: CALLBACK,
    response_type: "code",
    response_mode: "query",
    scope,
    state: randomBytes(16).toString("base64url"),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const answered = await decide(`${service.issuer}/oauth/authorize?${request}`, "approve");
  const exchange = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: service.apiKey,
    redirect_uri: CALLBACK,
    code: answered.searchParams.get("code"),
    code_verifier: verifier,
  });
  const response = await fetch(`${service.issuer}/oauth/token`, { method: "POST", body: exchange, signal: AbortSignal.timeout(60_000) });
  const issued = await response.json();
  assert.equal(response.status, 200, JSON.stringify(issued));
  noteMembers(issued);
  return issued;
}
