import { useState } from "react";
import { isStagepassError, stagepass } from "stagepass";
import { StagepassProvider, useAuth } from "stagepass/react";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
});

export default function App() {
  return (
    <StagepassProvider client={sp}>
      <Account />
    </StagepassProvider>
  );
}

function Account() {
  const { status, user, error, isLoading, refetch, login, logout } = useAuth();
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    login({ scope: "read" }).catch((error: unknown) => {
      if (!isStagepassError(error)) throw error;
      // A user who closed the popup, or clicked a second time, knows that.
      if (error.code !== "popup_closed" && error.code !== "superseded") setProblem(error.title);
    });
  };
  if (isLoading) return <p>One moment…</p>;
  if (user) return <Line action={`Sign ${user.name} out`} onClick={() => logout()} />;
  // The session is valid, and only the profile could not be read.
  if (status === "signed-in") return <Line text={error?.title} action="Try again" onClick={refetch} />;
  return <Line text={problem} action={status === "expired" ? "Sign in again" : "Sign in"} onClick={signIn} />;
}

const Line = ({ text, action, onClick }: { text?: string | undefined; action: string; onClick: () => void }) => (
  <p>
    {text && <span role="alert">{text} </span>}
    <button type="button" onClick={onClick}>
      {action}
    </button>
  </p>
);
