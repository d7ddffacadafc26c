import { createContext, createElement, type ReactElement, type ReactNode, useContext } from "react";
import type { Stagepass } from "../types.js";

const Client = createContext<Stagepass | null>(null);

/** What a {@link StagepassProvider} takes. */
export interface StagepassProviderProps {
  /** What `stagepass(config)` gave, once for the page: outside of components, or kept by `useState(() => stagepass(config))`. */
  client: Stagepass;
  children?: ReactNode;
}

/** Gives a client to the components below it. It owns nothing: whoever made the client disposes of it. */
export const StagepassProvider = ({ client, children }: StagepassProviderProps): ReactElement =>
  createElement(Client.Provider, { value: client }, children);

/** The client of the {@link StagepassProvider} above. Throws where there is none. */
export const useStagepass = (): Stagepass => {
  const client = useContext(Client);
  if (!client)
    throw new Error("There is no client here: put <StagepassProvider client={stagepass(…)}> above this component.");
  return client;
};
