import { useSyncExternalStore } from "react";
import type { SessionState } from "../types.js";
import { useStagepass } from "./provider.js";

const LOADING: SessionState = { status: "loading" };

/**
 * How things stand with somebody's session; renders anew at each change, whichever tab makes it.
 *
 * `"loading"` on a server and while the server's page is hydrated, so that both render the same.
 */
export const useSession = (): SessionState => {
  const { session } = useStagepass().oauth;
  return useSyncExternalStore(session.subscribe, session.get, atFirst);
};

const atFirst = () => LOADING;
