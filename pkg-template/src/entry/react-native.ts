import { createStagepass } from "../client.js";
import { checkConfig } from "../native/config.js";
import { openPhone } from "../native/phone.js";
import type { NativeConfig, NativeStagepass } from "../native/types.js";

export { isStagepassError, StagepassError, type StagepassErrorCode, type StagepassErrorFacts } from "../errors.js";
export { fileFrom } from "../native/files.js";
export { keychainKeys } from "../native/keychain.js";
export type * from "../native/types.js";
// Not all of types/config, and not types/diagnosis: they describe a web page.
export type * from "../types/call.js";
export type * from "../types/client.js";
export type { AppIdentity, RegisteredApp, UnregisteredApp } from "../types/config.js";
export type * from "../types/oauth.js";
export type * from "../types/rule.js";
export type * from "../types/tracks.js";
export type * from "../types/uploads.js";
export type * from "../types/user.js";

/**
 * Returns a client for an app on a phone. Synchronous. Throws `config_invalid` for a field that is missing or has the
 * wrong type.
 *
 * Create one client for each account, outside of components. The client checks whether an authorization response
 * started the app.
 */
export const stagepass = (config: NativeConfig): NativeStagepass => {
  const own = checkConfig(config);
  const phone = openPhone(own);
  const client = createStagepass(phone, own);
  return {
    ...client,
    dispose() {
      client.dispose();
      phone.close();
    },
  } as NativeStagepass;
};
