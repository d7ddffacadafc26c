import { createStagepass } from "../client.js";
import { inlined } from "../inlined.js";
import type { Stagepass, StagepassConfig } from "../types.js";

export { isStagepassError, StagepassError, type StagepassErrorCode } from "../errors.js";
export type * from "../types.js";

/** The same as `stagepass`, with the core inside the script. A client for an app. Synchronous, and safe on a server; throws `config_invalid` for a field that is missing or no string. */
export const stagepass = (config: StagepassConfig): Stagepass => createStagepass(inlined, config);
