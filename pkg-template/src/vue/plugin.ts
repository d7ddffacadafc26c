import { type InjectionKey, inject, type Plugin } from "vue";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";

const CLIENT: InjectionKey<ProvidedClient> = Symbol();

/**
 * Returns a Vue plugin that provides a client to the components of an app: `app.use(stagepassPlugin(client))`. It does
 * not dispose of the client.
 *
 * @param client A client of `stagepass()` or `oauth()`, created once for the page.
 */
export const stagepassPlugin = (client: ProvidedClient): Plugin => ({
  install: (app) => void app.provide(CLIENT, client),
});

/**
 * Returns the client of {@link stagepassPlugin}. Call it in `setup`. Throws an error if the app does not use the
 * plugin. For a client of `oauth()`, write `useStagepass<OpenIdClient>()`.
 */
export const useStagepass = <Client extends ProvidedClient = Stagepass>(): Client => {
  const client = inject(CLIENT, undefined);
  if (!client) throw new Error("No client: call app.use(stagepassPlugin(client)).");
  return client as Client;
};
