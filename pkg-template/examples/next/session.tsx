"use client";

import type { ReactNode } from "react";
import { stagepass } from "stagepass";
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
  if (isLoading) return <p>One moment…</p>;
  if (user) return <p>Hello, {user.name}.</p>;
  return (
    <button type="button" onClick={() => oauth.login({ scope: "read" }).catch(console.error)}>
      Sign in
    </button>
  );
}
