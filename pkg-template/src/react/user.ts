import { useSyncExternalStore } from "react";
import type { StagepassError } from "../errors.js";
import type { SessionUser } from "../types.js";
import { useStagepass } from "./provider.js";
import { NOT_REQUESTED, questionOf } from "./question.js";
import { useSession } from "./session.js";

/** The state of the signed-in user. */
export interface UserState {
  /**
   * The user. Undefined if no user is signed in, and until the user is known. After a reload it is the stored profile,
   * with `stale`, until the service has confirmed it.
   */
  readonly user: SessionUser | undefined;
  /** Why the user is not known. The service is asked again only after {@link UserState.refetch} or a login. */
  readonly error: StagepassError | undefined;
  /** Whether the session or the user is still being loaded. */
  readonly isLoading: boolean;
  /** Asks the service again. The next state has the result. */
  readonly refetch: () => void;
}

/**
 * Returns the signed-in user. All components share one request. There is no request if a login has returned the user,
 * or if no component needs it.
 */
export const useUser = (): UserState => {
  const question = questionOf(useStagepass());
  const { status, user } = useSession();
  const { isRequested, error } = useSyncExternalStore(question.subscribe, question.get, notRequested);
  const isUnknown = status === "signed-in" && !user && !error;
  return { user, error, isLoading: status === "loading" || isUnknown || isRequested, refetch: question.ask };
};

const notRequested = () => NOT_REQUESTED;
