import { useState } from "react";
import { isStagepassError, stagepass } from "stagepass";
import { StagepassProvider, useStagepass, useUser } from "stagepass/react";

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
  const { user, error, isLoading, refetch } = useUser();
  if (isLoading) return <p>One moment…</p>;
  if (user) return <SignOut name={user.name} />;
  if (error && error.code !== "session_expired") return <Retry why={error.title} onClick={refetch} />;
  return <SignIn>{error ? "Sign in again" : "Sign in"}</SignIn>;
}

function SignIn({ children }: { children: string }) {
  const { oauth } = useStagepass();
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    oauth.login({ scope: "read" }).catch((error: unknown) => {
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

function SignOut({ name }: { name: string }) {
  const { oauth } = useStagepass();
  return (
    <button type="button" onClick={() => oauth.logout()}>
      Sign {name} out
    </button>
  );
}

const Retry = ({ why, onClick }: { why: string; onClick: () => void }) => (
  <p role="alert">
    {why}{" "}
    <button type="button" onClick={onClick}>
      Try again
    </button>
  </p>
);
