import { useState } from "react";
import { isStagepassError } from "{{entry}}";
import { useAuth } from "stagepass/react";
import { type client, nameOf, scope } from "./session";

/** The user with a sign-out button, or a sign-in button. */
export function Account() {
  const { status, user, error, isLoading, refetch, login, logout } = useAuth<typeof client>();
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    login({ scope }).catch((error: unknown) => {
      if (!isStagepassError(error)) throw error;
      // A user who closed the popup, or clicked a second time, knows that.
      if (error.code !== "popup_closed" && error.code !== "superseded") setProblem(error.title);
    });
  };
  if (isLoading) return <p>One moment…</p>;
  if (user) return <Line text={nameOf(user)} action="Sign out" onClick={() => logout()} />;
  // The session is valid, and only the profile could not be read.
  if (status === "signed-in") return <Line text={error?.title} action="Try again" onClick={refetch} />;
  return <Line text={problem} action={status === "expired" ? "Sign in again" : "Sign in"} onClick={signIn} />;
}

const Line = ({ text, action, onClick }: { text?: string | undefined; action: string; onClick: () => void }) => (
  <p role="status">
    {text}{" "}
    <button type="button" onClick={onClick}>
      {action}
    </button>
  </p>
);
