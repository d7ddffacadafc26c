import { useSyncExternalStore } from "react";
import { methodsOf, type ProvidedClient, type SessionOf } from "../adapter/client.js";
import type { SessionState, Stagepass } from "../types.js";
import { useStagepass } from "./provider.js";

const LOADING: SessionState = { status: "loading" };

/**
 * Returns the state of the session, without a request for the user. Renders again after each change, in any tab.
 *
 * The status is `"loading"` on a server and during hydration, so that both render the same.
 */
export const useSession = <Client extends ProvidedClient = Stagepass>(): SessionOf<Client> => {
  const { session } = methodsOf(useStagepass<Client>());
  return useSyncExternalStore(session.subscribe, session.get, atFirst) as SessionOf<Client>;
};

const atFirst = () => LOADING;
