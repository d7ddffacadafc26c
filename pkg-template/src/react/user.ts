import { useSyncExternalStore } from "react";
import type { StagepassError } from "../errors.js";
import type { User } from "../types.js";
import { useStagepass } from "./provider.js";
import { questionOf, UNASKED } from "./question.js";
import { useSession } from "./session.js";

/** What is known of the person who is signed in. */
export interface UserState {
  /** Who it is. Undefined where nobody is signed in, and as long as it is not known. */
  readonly user: User | undefined;
  /** Why that could not be told. The service is not asked again until {@link UserState.refetch} is called or somebody signs in. */
  readonly error: StagepassError | undefined;
  /** Whether it is being found out: the session is looked up, or the service asked. */
  readonly isLoading: boolean;
  /** Asks the service, again as well. What comes of it is in the next state. */
  readonly refetch: () => void;
}

/**
 * Who is signed in. The service is asked once, however many components want to know, and not at all where the login has told
 * it; not any more where the last of those components is gone.
 */
export const useUser = (): UserState => {
  const question = questionOf(useStagepass());
  const { status, user } = useSession();
  const { isAsked, error } = useSyncExternalStore(question.subscribe, question.get, unasked);
  const isUnknown = status === "signed-in" && !user && !error;
  return { user, error, isLoading: status === "loading" || isUnknown || isAsked, refetch: question.ask };
};

const unasked = () => UNASKED;
