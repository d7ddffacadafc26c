"use client";

import { type ReactNode, useState } from "react";
import { isStagepassError, stagepass } from "stagepass";
import { StagepassProvider, useStagepass, useUser } from "stagepass/react";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  // A full address: this file also runs on the server, which has no `location`. In production, your site's.
  redirectUri: "http://localhost:3000/callback.html",
});

export const Session = ({ children }: { children: ReactNode }) => (
  <StagepassProvider client={sp}>{children}</StagepassProvider>
);

export function SignIn() {
  const { oauth } = useStagepass();
  const { user, isLoading } = useUser();
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
  if (user) return <p>Hello, {user.name}.</p>;
  return (
    <p>
      <button type="button" onClick={signIn}>
        Sign in
      </button>
      {problem && <span role="alert"> {problem}</span>}
    </p>
  );
}
