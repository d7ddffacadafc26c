import type { OpenIdFunctions, OwnOptions, Provider } from "../glue.js";
import type { Core } from "../load.js";
import type { Load } from "../platform.js";
import type { OpenIdConfig } from "../types/openid.js";
import { abortable } from "../wait.js";

/** The configuration as the core reads it, with what is known of the provider. */
export interface OpenIdSettings extends OpenIdConfig {
  /** The issuer, in the place of a service. */
  baseUrl: string;
  /** What discovery has found. */
  provider?: Provider;
  /** The token endpoint of the provider. Empty: not known yet. */
  tokenEndpoint: string;
}

/** Returns the core as the entry for other providers has it. */
export const openIdOf = (core: Core): Core & OpenIdFunctions => core as Core & OpenIdFunctions;

/**
 * Returns what loads the core and the provider's metadata. Not a promise if both are there, because a login must not
 * wait. A failed discovery is tried again by the next call.
 */
export const discovering = (loadCore: Load, settings: OpenIdSettings, own: OwnOptions): Load => {
  let discovery: Promise<Core> | undefined;

  const discover = async () => {
    const core = openIdOf(await loadCore());
    settings.provider = await core.run(() => core.discover(settings, own));
    settings.tokenEndpoint = settings.provider.tokenEndpoint;
    if (settings.dpop === "auto") settings.dpop = settings.provider.offersDpop;
    return core;
  };

  return (signal) => {
    const core = loadCore(signal);
    if (settings.provider) return core;
    discovery ??= discover().finally(() => {
      discovery = undefined;
    });
    return abortable(discovery, signal);
  };
};
