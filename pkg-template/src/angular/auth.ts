import { DestroyRef, inject, NgZone, type Signal, signal } from "@angular/core";
import { type Auth, authOf } from "../adapter/auth.js";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";
import { injectStagepass } from "./client.js";

/**
 * Returns a signal of the session, the user, and the methods `login` and `logout`. It changes after each change, in any
 * tab, until the component or service that called this is destroyed. Call it in an injection context, such as the
 * initializer of a field. For a client of `oauth()`, write `injectAuth<OpenIdClient>()`.
 */
export const injectAuth = <Client extends ProvidedClient = Stagepass>(): Signal<Auth<Client>> => {
  const store = authOf(injectStagepass<Client>());
  const auth = signal(store.initial);
  // Angular 17 renders only after a change in its zone. Without zone.js, this calls the function.
  const zone = inject(NgZone);
  inject(DestroyRef).onDestroy(store.subscribe((next) => zone.run(() => auth.set(next))));
  return auth.asReadonly();
};
