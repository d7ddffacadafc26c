import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react";
import type { Stagepass } from "../types.js";

const Client = createContext<Stagepass | null>(null);

/** The props of {@link StagepassProvider}. */
export interface StagepassProviderProps {
  /** A client, created once for the page: outside of components, or by `useState(() => stagepass(config))`. */
  client: Stagepass;
  /** The components that can use the client. */
  children?: ReactNode;
}

/** Provides a client to the components below it. It does not dispose of the client. */
export const StagepassProvider = ({ client, children }: StagepassProviderProps): ReactElement =>
  createElement(Client.Provider, { value: client }, children);

/** Returns the client of the {@link StagepassProvider} above. Throws an error if there is none. */
export const useStagepass = (): Stagepass => {
  const client = useContext(Client);
  if (!client)
    throw new Error("There is no client here: put <StagepassProvider client={stagepass(…)}> above this component.");
  return client;
};
