import { useSyncExternalStore } from "react";
import { type Auth, authOf, type UserState } from "../adapter/auth.js";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";
import { useStagepass } from "./provider.js";

/**
 * Returns the session, the user, and the methods `login` and `logout`. Renders again after each change, in any tab. All
 * components share one request for the user. There is none if a login has returned the user.
 *
 * The status is `"loading"` on a server and during hydration, so that both render the same. For a client of `oauth()`,
 * write `useAuth<OpenIdClient>()`.
 */
export const useAuth = <Client extends ProvidedClient = Stagepass>(): Auth<Client> => {
  const store = authOf(useStagepass<Client>());
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
};

/** Returns only what {@link useAuth} knows of the user. */
export const useUser: <Client extends ProvidedClient = Stagepass>() => UserState<Client> = useAuth;
