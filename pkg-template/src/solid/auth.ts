import { type Accessor, createSignal, onCleanup, onMount } from "solid-js";
import { type Auth, authOf } from "../adapter/auth.js";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";
import { useStagepass } from "./provider.js";

/**
 * Returns a signal of the session, the user, and the methods `login` and `logout`. It changes after each change, in any
 * tab. For a client of `oauth()`, write `useAuth<OpenIdClient>()`.
 *
 * The status is `"loading"` until the component is mounted, as on a server, so that both render the same.
 */
export const useAuth = <Client extends ProvidedClient = Stagepass>(): Accessor<Auth<Client>> => {
  const store = authOf(useStagepass<Client>());
  const [auth, setAuth] = createSignal(store.initial);
  onMount(() => onCleanup(store.subscribe((next) => setAuth(() => next))));
  return auth;
};
