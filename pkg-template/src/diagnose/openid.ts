// `diagnose` of a client of any provider.

import { webAddress } from "../address.js";
import type { Client } from "../api/client.js";
import type { StagepassError } from "../errors.js";
import { unknownFields } from "../known-fields.js";
import { OPENID_FIELDS } from "../openid/fields.js";
import type { OpenIdSettings } from "../openid/provider.js";
import type { Diagnosis, Finding, WaitOptions } from "../types.js";
import { lookAtCallback } from "./callback.js";
import { diagnosisOf } from "./findings.js";
import { lookAtCore, lookAtPage } from "./page.js";
import { type Refusals, watchRefusals } from "./refusals.js";
import { ask } from "./service.js";

/** What the client passes in. */
export interface OpenIdParts extends Pick<Client, "ready" | "within"> {
  /** Loads the core and the provider's metadata. */
  discover(signal: AbortSignal): Promise<unknown>;
}

/** Checks everything at once. Each problem is a finding. Rejects only with `aborted`. */
export const diagnoseOpenId = (
  settings: OpenIdSettings,
  { ready, within, discover }: OpenIdParts,
  { signal }: WaitOptions = {},
): Promise<Diagnosis> =>
  within(signal, async (signal) => {
    const { baseUrl, redirectUri = "" } = settings;
    const refusals = watchRefusals();
    try {
      const [page, core, provider, callback] = await Promise.all([
        lookAtPage(settings, signal),
        lookAtCore(settings, ready, signal),
        lookAtProvider(settings, discover, refusals, signal),
        lookAtCallback(settings, refusals, signal),
      ]);
      const unknown = unknownFields(settings, [...OPENID_FIELDS, "baseUrl", "provider", "tokenEndpoint"]);
      const facts = { page, core, callback, provider, service: undefined, accessServer: undefined };
      return diagnosisOf({ baseUrl, redirectUri, unknownFields: unknown, ...facts });
    } finally {
      refusals.end();
    }
  });

/** Loads the metadata, and sends the token endpoint a request that it refuses. */
const lookAtProvider = async (
  settings: OpenIdSettings,
  discover: OpenIdParts["discover"],
  refusals: Refusals,
  signal: AbortSignal,
): Promise<Finding[]> => {
  const found = (code: Finding["code"], message: string): Finding[] => [{ code, severity: "error", message }];
  const { issuer } = settings;
  try {
    await discover(signal);
  } catch (error) {
    const { code, description = "" } = error as StagepassError;
    if (code === "provider_invalid") {
      return found(
        "provider_invalid",
        `The metadata of ${issuer} cannot be used (${description}). Write issuer letter for letter as the metadata has it, or pass metadata.`,
      );
    }
    // Another finding has the rest.
    if (!["network", "timeout", "request_failed"].includes(code)) return [];
    return found(
      "service_unreachable",
      `The metadata of ${issuer} cannot be loaded: the provider does not respond, or CORS does not let pages on ${location.origin} read it. Check issuer, or pass metadata.`,
    );
  }
  const { tokenEndpoint = "" } = settings;
  if (!webAddress(tokenEndpoint)) return [];
  const body = new URLSearchParams({ grant_type: "authorization_code", client_id: settings.clientId });
  const reply = await ask(tokenEndpoint, { method: "POST", body }, refusals, signal);
  if (reply.kind === "answered") return [];
  if (reply.kind === "forbidden") {
    return found(
      "service_refused_by_policy",
      `This page's Content-Security-Policy blocks requests to ${tokenEndpoint}: a login fails with "network". Add ${new URL(tokenEndpoint).origin} to connect-src.`,
    );
  }
  return found(
    "cors_refused",
    `Pages on ${location.origin} cannot read responses of ${tokenEndpoint}: a login fails with "network". At the provider, register the app as a public client (single-page app) with the redirect URI ${settings.redirectUri}, and this origin for CORS.`,
  );
};
