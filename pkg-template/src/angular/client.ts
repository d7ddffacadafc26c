import { type EnvironmentProviders, InjectionToken, inject, makeEnvironmentProviders } from "@angular/core";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";

// Angular's error has this text if there is no client.
const CLIENT = new InjectionToken<ProvidedClient>("client: call provideStagepass(client)");

/**
 * Returns the provider of a client, for the `providers` of an app or a route. It does not dispose of the client.
 *
 * @param client A client of `stagepass()` or `oauth()`, created once for the page.
 */
export const provideStagepass = (client: ProvidedClient): EnvironmentProviders =>
  makeEnvironmentProviders([{ provide: CLIENT, useValue: client }]);

/**
 * Returns the client of {@link provideStagepass}. Call it in an injection context, such as the initializer of a field.
 * Throws Angular's error NG0201 if there is none. For a client of `oauth()`, write `injectStagepass<OpenIdClient>()`.
 */
export const injectStagepass = <Client extends ProvidedClient = Stagepass>(): Client => inject(CLIENT) as Client;
