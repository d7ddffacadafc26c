export type { Auth, UserState } from "../adapter/auth.js";
export type { ProvidedClient } from "../adapter/client.js";
export { useAuth } from "../vue/auth.js";
export { stagepassPlugin, useStagepass } from "../vue/plugin.js";
