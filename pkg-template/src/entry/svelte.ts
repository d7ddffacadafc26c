export type { Auth, UserState } from "../adapter/auth.js";
export type { ProvidedClient } from "../adapter/client.js";
export { createAuth } from "../svelte/auth.js";
