"use client";

import { type ReactNode, useState } from "react";
import { isStagepassError, stagepass } from "stagepass";
import { StagepassProvider, useStagepass, useUser } from "stagepass/react";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  // A full address: this file also runs on the server, which has no `location`. In production, your site's: use a
  // variable of the environment.
  redirectUri: "http://localhost:3000/callback.html",
});

export const Session = ({ children }: { children: ReactNode }) => (
  <StagepassProvider client={sp}>{children}</StagepassProvider>
);

export function SignIn() {
  const { oauth } = useStagepass();
  const { user, error, isLoading, refetch } = useUser();
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    oauth.login({ scope: "read" }).catch((error: unknown) => {
      if (!isStagepassError(error)) throw error;
      // A user who closed the popup, or clicked a second time, knows that.
      if (error.code !== "popup_closed" && error.code !== "superseded") setProblem(error.title);
    });
  };
  if (isLoading) return <p>One moment…</p>;
  if (user) return <Line text={`Hello, ${user.name}.`} action="Sign out" onClick={() => oauth.logout()} />;
  if (error && error.code !== "session_expired") {
    return <Line text={error.title} action="Try again" onClick={refetch} />;
  }
  return <Line text={problem} action="Sign in" onClick={signIn} />;
}

const Line = ({ text, action, onClick }: { text: string; action: string; onClick: () => void }) => (
  <p role="status">
    {text}{" "}
    <button type="button" onClick={onClick}>
      {action}
    </button>
  </p>
);
