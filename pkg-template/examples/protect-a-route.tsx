import type { ReactNode } from "react";
import { RequireAuth, useAuth } from "stagepass/react";

/** Shows a page to a signed-in user, and a sign-in button to any other. Follows the session, also from other tabs. */
export const Protected = ({ children }: { children: ReactNode }) => (
  <RequireAuth loading={<p>One moment…</p>} fallback={<SignIn />}>
    {children}
  </RequireAuth>
);

function SignIn() {
  const { status, login } = useAuth();
  return (
    <button type="button" onClick={() => login({ scope: "read" }).catch(console.error)}>
      {status === "expired" ? "Sign in again" : "Sign in"}
    </button>
  );
}

/** Shows a page only with the scope `write`. */
export function ProtectedWrite({ children }: { children: ReactNode }) {
  const { scope, login } = useAuth();
  const allow = (
    <button type="button" onClick={() => login({ scope: "write" }).catch(console.error)}>
      Allow changes
    </button>
  );
  return <Protected>{scope === "write" ? children : allow}</Protected>;
}
