// `diagnose` of a client of any provider.

import { webAddress } from "../address.js";
import type { Client } from "../api/client.js";
import type { StagepassError } from "../errors.js";
import { unknownFields } from "../known-fields.js";
import { OPENID_FIELDS } from "../openid/fields.js";
import type { OpenIdSettings } from "../openid/provider.js";
import type { Diagnosis, Finding, WaitOptions } from "../types.js";
import { lookAtCallback } from "./callback.js";
import type { Reply } from "./facts.js";
import { diagnosisOf } from "./findings.js";
import { lookAtCore, lookAtPage } from "./page.js";
import { type Refusals, watchRefusals } from "./refusals.js";
import { ask } from "./service.js";
import { inTime, LATE } from "./wait.js";

type Answered = Extract<Reply, { kind: "answered" }>;

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
    const discovery = inTime(signal, discover);
    const tokenEndpoint = discovery.then(
      () => settings.tokenEndpoint,
      () => "",
    );
    try {
      const [page, core, findings, callback] = await Promise.all([
        lookAtPage(settings, signal),
        lookAtCore(settings, ready, signal),
        lookAtProvider(settings, discovery, refusals, signal),
        lookAtCallback(settings, tokenEndpoint, refusals, signal),
      ]);
      const unknown = unknownFields(settings, [...OPENID_FIELDS, "baseUrl", "provider", "tokenEndpoint"]);
      // The core has the same against the configuration.
      const others = core.failure?.code === "config_invalid" ? [] : findings;
      const provider = { findings: others, takesFragment: settings.provider?.takesFragment };
      const facts = { page, core, callback, provider, service: undefined, accessServer: undefined };
      return diagnosisOf({ baseUrl, redirectUri, unknownFields: unknown, ...facts });
    } finally {
      refusals.end();
    }
  });

const found = (code: Finding["code"], message: string): Finding[] => [{ code, severity: "error", message }];

const foundBlocked = (url: string) =>
  found(
    "service_refused_by_policy",
    `This page's Content-Security-Policy blocks requests to ${url}: a login fails with "network". Add ${new URL(url).origin} to connect-src.`,
  );

/** Waits for the metadata, and sends the token endpoint a request that it refuses. */
const lookAtProvider = async (
  settings: OpenIdSettings,
  discovery: Promise<unknown>,
  refusals: Refusals,
  signal: AbortSignal,
): Promise<Finding[]> => {
  try {
    await discovery;
  } catch (error) {
    return failedDiscovery(settings.issuer, error, refusals);
  }
  const { tokenEndpoint } = settings;
  if (!webAddress(tokenEndpoint)) return [];
  const body = new URLSearchParams({ grant_type: "authorization_code", client_id: settings.clientId });
  const reply = await ask(tokenEndpoint, { method: "POST", body }, refusals, signal);
  switch (reply.kind) {
    case "answered":
      return strangeAnswer(settings, reply);
    case "forbidden":
      return foundBlocked(tokenEndpoint);
    case "unreadable":
      return found(
        "cors_refused",
        `Pages on ${location.origin} cannot read responses of ${tokenEndpoint}: a login fails with "network". At the provider, register the app as a public client (single-page app) with this page's redirectUri, and this origin for CORS.`,
      );
    default:
      return found(
        "service_unreachable",
        `${tokenEndpoint} ${reply.kind === "late" ? "did not respond within five seconds" : "cannot be reached"}: a login fails. Check that this device is online, and that the provider is running.`,
      );
  }
};

const failedDiscovery = async (issuer: string, error: unknown, refusals: Refusals): Promise<Finding[]> => {
  const { code, description = "", message, status } = error as StagepassError;
  if (code === "config_invalid") return found(code, `${message} No login can begin until you correct it.`);
  if (code === "provider_invalid") {
    const remedy = description.startsWith("issuer")
      ? "Write issuer letter for letter as the metadata has it."
      : "Check issuer. Correct this at the provider, or pass metadata.";
    return found(code, `The metadata of ${issuer} cannot be used (${description}). ${remedy}`);
  }
  const reason =
    error === LATE || code === "timeout"
      ? "it did not load within five seconds"
      : code === "request_failed"
        ? `the provider responds with status ${status}`
        : code === "network" &&
          `the provider does not respond, or CORS does not let pages on ${location.origin} read it`;
  // The finding about the core has the rest.
  if (!reason) return [];
  if (code === "network" && (await refusals.include("connect-src", issuer))) return foundBlocked(issuer);
  return found(
    "service_unreachable",
    `The metadata of ${issuer} cannot be loaded: ${reason}. Check issuer and the network, or pass metadata.`,
  );
};

/** Any error of RFC 6749 is a proper answer to a request without a code, but for those about the client. */
const strangeAnswer = ({ tokenEndpoint, clientId }: OpenIdSettings, { status, body }: Answered): Finding[] => {
  if (!status || status === 404) {
    const what = status
      ? "responds with status 404"
      : "redirects to another address, and Stagepass follows no redirect";
    return found("service_unexpected", `${tokenEndpoint} ${what}. A login fails. Check the provider's metadata.`);
  }
  if (!/^(invalid|unauthorized)_client$/.test(`${body?.error}`)) return [];
  return found(
    "app_unknown",
    `The provider does not accept the client ${clientId} without a secret: its token endpoint responds with "${body?.error}". A login fails with "exchange_refused". Check clientId, and register the app at the provider as a public client (single-page app).`,
  );
};
