import { onMounted, onUnmounted, type ShallowRef, shallowRef } from "vue";
import { type Auth, authOf } from "../adapter/auth.js";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";
import { useStagepass } from "./plugin.js";

/**
 * Returns the session, the user, and the methods `login` and `logout`. Call it in `setup`. The value changes after each
 * change, in any tab. For a client of `oauth()`, write `useAuth<OpenIdClient>()`.
 *
 * The status is `"loading"` until the component is mounted, as on a server, so that both render the same.
 */
export const useAuth = <Client extends ProvidedClient = Stagepass>(): Readonly<ShallowRef<Auth<Client>>> => {
  const store = authOf(useStagepass<Client>());
  const auth = shallowRef(store.initial);
  let unsubscribe: (() => void) | undefined;
  onMounted(() => {
    unsubscribe = store.subscribe((next) => {
      auth.value = next;
    });
  });
  onUnmounted(() => unsubscribe?.());
  return auth;
};
