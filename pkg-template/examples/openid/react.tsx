import { useEffect, useState } from "react";
import { handleRedirect, isStagepassError, type OpenIdClient, oauth } from "stagepass/oauth";
import { RequireAuth, StagepassProvider, useAuth } from "stagepass/react";

// Once for the page, outside of components.
const client = oauth({
  issuer: "https://id.example",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile email",
});
// The ID token may have `sub` alone. This adds the claims of the userinfo endpoint to the session's user.
client.on("signed-in", () => client.getUser().catch(console.error));

export default function App() {
  return (
    <StagepassProvider client={client}>
      <RequireAuth loading={<p>One moment…</p>} fallback={<SignIn />}>
        <Account />
      </RequireAuth>
    </StagepassProvider>
  );
}

function SignIn() {
  const { status, login } = useAuth<OpenIdClient>();
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    login().catch((error: unknown) => {
      if (!isStagepassError(error)) throw error;
      // A user who closed the popup, or clicked a second time, knows that.
      if (error.code !== "popup_closed" && error.code !== "superseded") setProblem(error.title);
    });
  };
  return (
    <p>
      <button type="button" onClick={signIn}>
        {status === "expired" ? "Sign in again" : "Sign in"}
      </button>
      {problem && <span role="alert"> {problem}</span>}
    </p>
  );
}

function Account() {
  const { user, logout } = useAuth<OpenIdClient>();
  return (
    <p>
      {user?.name ?? "Signed in"} {user?.email}{" "}
      <button type="button" onClick={() => logout()}>
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
