export type { Auth, UserState } from "../adapter/auth.js";
export type { AnySessionState, AuthMethods, MethodsOf, ProvidedClient, SessionOf } from "../adapter/client.js";
export { useAuth } from "../vue/auth.js";
export { stagepassPlugin, useStagepass } from "../vue/plugin.js";
