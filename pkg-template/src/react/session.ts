import { useSyncExternalStore } from "react";
import type { SessionState } from "../types.js";
import { useStagepass } from "./provider.js";

const LOADING: SessionState = { status: "loading" };

/**
 * Returns the state of the session. Renders again after each change, in any tab.
 *
 * The status is `"loading"` on a server and during hydration, so that both render the same.
 */
export const useSession = (): SessionState => {
  const { session } = useStagepass().oauth;
  return useSyncExternalStore(session.subscribe, session.get, atFirst);
};

const atFirst = () => LOADING;
