export type { Auth, UserState } from "../adapter/auth.js";
export type { AnySessionState, AuthMethods, MethodsOf, ProvidedClient, SessionOf } from "../adapter/client.js";
export { injectAuth } from "../angular/auth.js";
export { injectStagepass, provideStagepass } from "../angular/client.js";
export { requireSession } from "../angular/guard.js";
export { addAccessToken } from "../angular/interceptor.js";
