import { fromPage } from "../address.js";
import type { Status } from "../client/status.js";
import type { OwnOptions, RevocableToken } from "../glue.js";
import type { Load } from "../platform.js";
import { revokeLater } from "../session/revoke-later.js";
import type { OfOpenId } from "../terms.js";
import type { OpenIdLogoutOptions } from "../types/openid.js";
import type { LogoutResult } from "../types.js";
import { abortable } from "../wait.js";
import { type OpenIdSettings, openIdOf } from "./provider.js";

/** How long a sign-out waits for the metadata, in milliseconds: without, nothing is revoked at the provider. */
const DISCOVERY_WITHIN = 3_000;

const atMost = async (milliseconds: number, work: Load): Promise<void> => {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), milliseconds);
  await Promise.resolve(work(end.signal)).finally(() => clearTimeout(timer));
};

/**
 * Returns the method `logout`. It signs out of the app also if the provider cannot be reached.
 *
 * @param load Loads the core.
 * @param discover Loads the core and the provider's metadata.
 */
export const openIdLogoutOf =
  (settings: OpenIdSettings, own: OwnOptions, load: Load, discover: Load, { session, use }: Status<OfOpenId>) =>
  async ({ signal, service, returnTo }: OpenIdLogoutOptions = {}): Promise<LogoutResult> => {
    const core = openIdOf(await load(signal));
    if (!settings.provider) await atMost(DISCOVERY_WITHIN, discover).catch(() => {});
    const signOut = async () => {
      // Before the session is deleted, which has the ID token.
      const page = service
        ? await core.run(() => core.endSession(settings, { returnTo: returnTo && fromPage(returnTo), ...own }))
        : "";
      const left = await use(core, (core) => core.logout(settings, own));
      const revoke = async (tokens: readonly RevocableToken[]) =>
        (await load()).run((core) => core.revoke(settings, { left: tokens, ...own, signal: session.ended }));
      void revokeLater(revoke, left, session.ended);
      // This page could not try again if it left.
      const opens = !!page && left.kind !== "tokens";
      if (opens) location.assign(page);
      const revoked = left.kind === "nothing" && !!settings.provider?.revocationEndpoint;
      return { revoked, ...(service && { opened: opens }) };
    };
    return abortable(signOut(), signal);
  };
