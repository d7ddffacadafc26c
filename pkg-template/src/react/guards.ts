import type { ReactNode } from "react";
import { useSession } from "./session.js";

/** The props of {@link SignedIn} and {@link SignedOut}. */
export interface SignedInProps {
  /** What to show. */
  children?: ReactNode;
}

/** The props of {@link RequireAuth}. */
export interface RequireAuthProps extends SignedInProps {
  /** What to show if no user is signed in, such as a page with a sign-in button. */
  fallback?: ReactNode;
  /** What to show until the session is known, also on a server. Default: nothing. */
  loading?: ReactNode;
}

/**
 * Shows its children if a user is signed in, and `fallback` if not. Follows the session, also from other tabs. It does
 * not redirect, so the address of the route stays.
 */
export const RequireAuth = ({ children, fallback, loading }: RequireAuthProps): ReactNode => {
  const { status } = useSession();
  // Unknown until the stored session is read. Not signed out: a redirect now would lose the page after each reload.
  if (status === "loading") return loading;
  return status === "signed-in" ? children : fallback;
};

/** Shows its children if a user is signed in. */
export const SignedIn = ({ children }: SignedInProps): ReactNode => RequireAuth({ children });

/** Shows its children if no user is signed in, also if the session has expired. Shows nothing until that is known. */
export const SignedOut = ({ children }: SignedInProps): ReactNode => RequireAuth({ fallback: children });
