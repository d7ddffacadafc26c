export type { Auth, UserState } from "../adapter/auth.js";
export type { AnySessionState, AuthMethods, MethodsOf, ProvidedClient, SessionOf } from "../adapter/client.js";
export { useAuth } from "../solid/auth.js";
export { StagepassProvider, type StagepassProviderProps, useStagepass } from "../solid/provider.js";
