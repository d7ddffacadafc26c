import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { handleRedirect, isStagepassError, type OpenIdState, oauth } from "stagepass/oauth";

// Once for the page, outside of components.
const client = oauth({
  issuer: "https://id.example",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile email",
});
// The ID token may have `sub` alone. This adds the claims of the userinfo endpoint to the session's user.
client.on("signed-in", () => client.getUser().catch(console.error));

const LOADING: OpenIdState = { status: "loading" };

/** Returns the state of the session. Renders again after each change, in any tab. */
export const useSession = (): OpenIdState =>
  useSyncExternalStore(client.session.subscribe, client.session.get, () => LOADING);

/** Guards a route: shows its children to a signed-in user, and a sign-in button to any other. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status } = useSession();
  // Unknown until the stored session is read. Not signed out: a redirect now would lose the page after each reload.
  if (status === "loading") return <p>One moment…</p>;
  if (status === "signed-in") return children;
  return <SignIn>{status === "expired" ? "Sign in again" : "Sign in"}</SignIn>;
}

function SignIn({ children }: { children: string }) {
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    client.login().catch((error: unknown) => {
      if (!isStagepassError(error)) throw error;
      // A user who closed the popup, or clicked a second time, knows that.
      if (error.code !== "popup_closed" && error.code !== "superseded") setProblem(error.title);
    });
  };
  return (
    <p>
      <button type="button" onClick={signIn}>
        {children}
      </button>
      {problem && <span role="alert"> {problem}</span>}
    </p>
  );
}

function Account() {
  const { user } = useSession();
  return (
    <p>
      {user?.name ?? user?.sub} {user?.email}{" "}
      <button type="button" onClick={() => client.logout()}>
        Sign out
      </button>
    </p>
  );
}

/** The route of the redirect URI, if that is no page of its own. A second call, as of StrictMode, changes nothing. */
export function Callback() {
  const [text, setText] = useState("One moment…");
  useEffect(() => {
    handleRedirect().then(
      ({ kind }) => kind === "none" && setText("There is no sign-in to finish here."),
      (error: unknown) => setText(isStagepassError(error) ? error.title : `${error}`),
    );
  }, []);
  return <p role="status">{text}</p>;
}

export default function App() {
  return (
    <RequireSession>
      <Account />
    </RequireSession>
  );
}
