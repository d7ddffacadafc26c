import { createComponent, createContext, type JSX, useContext } from "solid-js";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";

const Context = createContext<ProvidedClient>();

/** The props of {@link StagepassProvider}. */
export interface StagepassProviderProps {
  /** A client of `stagepass()` or `oauth()`, created once for the page. */
  client: ProvidedClient;
  /** The components that can use the client. */
  children?: JSX.Element;
}

/** Provides a client to the components below it. It does not dispose of the client. */
export const StagepassProvider = (props: StagepassProviderProps): JSX.Element =>
  createComponent(Context.Provider, {
    value: props.client,
    get children() {
      return props.children;
    },
  });

/**
 * Returns the client of the {@link StagepassProvider} above. Throws an error if there is none. For a client of
 * `oauth()`, write `useStagepass<OpenIdClient>()`.
 */
export const useStagepass = <Client extends ProvidedClient = Stagepass>(): Client => {
  const client = useContext(Context);
  if (!client) throw new Error("No client: add a <StagepassProvider client>.");
  return client as Client;
};
