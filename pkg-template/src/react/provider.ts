import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react";
import type { OAuth, Stagepass, Tracks } from "../types.js";

/** The part of a client that the hooks need. Clients of browsers and phones have it. */
export interface ProvidedClient extends Pick<Stagepass, "on"> {
  /** The session and its user. */
  oauth: Pick<OAuth, "session" | "getUser">;
  /** The uploads. */
  tracks: Pick<Tracks, "upload">;
}

const Context = createContext<ProvidedClient | null>(null);

/** The props of {@link StagepassProvider}. */
export interface StagepassProviderProps {
  /** A client, created once for the page: outside of components, or by `useState(() => stagepass(config))`. */
  client: ProvidedClient;
  /** The components that can use the client. */
  children?: ReactNode;
}

/**
 * Provides a client to the components below it. It does not dispose of the client. Throws an error for a client of
 * `stagepass/oauth`.
 */
export const StagepassProvider = ({ client, children }: StagepassProviderProps): ReactElement => {
  if (client && !client.oauth)
    throw new Error(
      "StagepassProvider takes a client of stagepass(). For a client of oauth(), pass client.session.subscribe and client.session.get to useSyncExternalStore.",
    );
  return createElement(Context.Provider, { value: client }, children);
};

/**
 * Returns the client of the {@link StagepassProvider} above. Throws an error if there is none. On a phone, write
 * `useStagepass<NativeStagepass>()`.
 */
export const useStagepass = <Client extends ProvidedClient = Stagepass>(): Client => {
  const client = useContext(Context);
  if (!client)
    throw new Error(
      "There is no client here: create one outside of components, and put <StagepassProvider client={client}> above this component.",
    );
  return client as Client;
};
