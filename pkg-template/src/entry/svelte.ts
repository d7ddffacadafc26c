export type { Auth, UserState } from "../adapter/auth.js";
export type { AnySessionState, AuthMethods, MethodsOf, ProvidedClient, SessionOf } from "../adapter/client.js";
export { createAuth } from "../svelte/auth.js";
