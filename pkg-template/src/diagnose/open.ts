// `oauth.diagnose`: a separate script, loaded on first use. It shares no stateful module with the scripts that load it.
// What it needs is passed in.

import type { Client } from "../api/client.js";
import { KNOWN, unknownFields } from "../known-fields.js";
import type { DiagnoseOptions, Diagnosis, StagepassConfig } from "../types.js";
import { lookAtCallback } from "./callback.js";
import { diagnosisOf } from "./findings.js";
import { lookAtCore, lookAtPage } from "./page.js";
import { watchRefusals } from "./refusals.js";
import { lookAtAccessServer, lookAtService } from "./service.js";

/** Checks everything at once. Each problem is a finding. Rejects only with `aborted`. */
export const diagnose = (
  config: StagepassConfig,
  { ready, within }: Pick<Client, "ready" | "within">,
  { signal, responseMode }: DiagnoseOptions = {},
): Promise<Diagnosis> =>
  within(signal, async (signal) => {
    const { baseUrl, redirectUri = "" } = config;
    const refusals = watchRefusals();
    try {
      const [page, core, service, accessServer, callback] = await Promise.all([
        lookAtPage(config, signal),
        lookAtCore(config, ready, signal),
        lookAtService(config, refusals, signal),
        lookAtAccessServer(config, refusals, signal),
        lookAtCallback(config, baseUrl, refusals, signal),
      ]);
      const facts = { page, core, service, accessServer, callback };
      const unknown = unknownFields(config, KNOWN);
      return diagnosisOf({ baseUrl, redirectUri, responseMode, unknownFields: unknown, ...facts });
    } finally {
      refusals.end();
    }
  });
