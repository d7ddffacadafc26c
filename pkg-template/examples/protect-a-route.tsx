import type { ReactNode } from "react";
import { useSession } from "stagepass/react";

interface Props {
  /** The scope that the route needs. */
  scope?: "read" | "write";
  /** What a user sees who must sign in, or must sign in again because the service has ended the session. */
  signIn: (isExpired: boolean) => ReactNode;
  children: ReactNode;
}

/** Shows its children to a user who is signed in with this scope. Follows the session, also from other tabs. */
export function RequireSession({ scope = "read", signIn, children }: Props) {
  const session = useSession();
  // Unknown until the stored session is read. Not signed out: a redirect now would lose the page after each reload.
  if (session.status === "loading") return <p>One moment…</p>;
  const isAllowed = session.status === "signed-in" && (scope === "read" || session.scope === "write");
  return isAllowed ? children : signIn(session.status === "expired");
}
