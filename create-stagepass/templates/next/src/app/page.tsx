"use client";

import { StagepassProvider } from "stagepass/react";
import { Account } from "../Account";
import { client } from "../session";

// The session is in the browser: the server renders "One moment…".
export default function Page() {
  return (
    <StagepassProvider client={client}>
      <h1>{{name}}</h1>
      <Account />
    </StagepassProvider>
  );
}
