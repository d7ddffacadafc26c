import type { Api } from "../api/client.js";
import type { OwnOptions, RevocableToken } from "../glue.js";
import type { Load } from "../platform.js";
import { revokeLater } from "../session/revoke-later.js";
import type { LogoutOptions, LogoutResult } from "../types.js";
import { abortable } from "../wait.js";
import type { ClientConfig } from "./config.js";
import type { Status } from "./status.js";

/** Returns the method `logout`. `loadApi` loads the script that opens the service's page. */
export const logoutOf =
  (
    config: ClientConfig,
    own: OwnOptions,
    load: Load,
    { session, use }: Status,
    loadApi: () => Promise<Pick<Api, "endSession">>,
  ) =>
  async ({ signal, service, returnTo }: LogoutOptions = {}): Promise<LogoutResult> => {
    const core = await load(signal);
    const signOut = async () => {
      const left = await use(core, (core) => core.logout(config, own));
      const revoke = async (tokens: readonly RevocableToken[]) =>
        (await load()).run((core) => core.revoke(config, { left: tokens, ...own, signal: session.ended }));
      void revokeLater(revoke, left, session.ended);
      const revoked = left.kind === "nothing";
      if (!service) return { revoked };
      const opens = async () => (await loadApi()).endSession(returnTo, signal);
      // This page could not try again if it left.
      return { revoked, opened: left.kind !== "tokens" && (await opens().catch(() => false)) };
    };
    return abortable(signOut(), signal);
  };
