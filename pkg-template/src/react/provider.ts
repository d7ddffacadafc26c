import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react";
import type { ProvidedClient } from "../adapter/client.js";
import type { Stagepass } from "../types.js";

const Context = createContext<ProvidedClient | null>(null);

/** The props of {@link StagepassProvider}. */
export interface StagepassProviderProps {
  /**
   * A client of `stagepass()` or `oauth()`, created once for the page: outside of components, or by
   * `useState(() => stagepass(config))`.
   */
  client: ProvidedClient;
  /** The components that can use the client. */
  children?: ReactNode;
}

/** Provides a client to the components below it. It does not dispose of the client. */
export const StagepassProvider = ({ client, children }: StagepassProviderProps): ReactElement =>
  createElement(Context.Provider, { value: client }, children);

/**
 * Returns the client of the {@link StagepassProvider} above. Throws an error if there is none. For a client of
 * `oauth()`, write `useStagepass<OpenIdClient>()`. On a phone, write `useStagepass<NativeStagepass>()`.
 */
export const useStagepass = <Client extends ProvidedClient = Stagepass>(): Client => {
  const client = useContext(Context);
  if (!client) throw new Error("No client: add a <StagepassProvider client>.");
  return client as Client;
};
