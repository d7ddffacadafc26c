import { createStagepass } from "../client.js";
import { checkConfig } from "../native/config.js";
import { openPhone } from "../native/phone.js";
import type { NativeConfig, NativeStagepass } from "../native/types.js";

export { isStagepassError, StagepassError, type StagepassErrorCode, type StagepassErrorFacts } from "../errors.js";
export { fileFrom } from "../native/files.js";
export type * from "../native/types.js";
export type * from "../types.js";

/**
 * A client for an app on a phone. Synchronous; throws `config_invalid` for a field that is missing or of the wrong type.
 *
 * Make one for each account, outside of components: it looks by itself whether the app was started by the answer to a login.
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
