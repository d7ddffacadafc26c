"use client";

import { useEffect, useState } from "react";
import { isStagepassError, stagepass } from "stagepass";
import { StagepassProvider, useStagepass, useUser } from "stagepass/react";

/** The signed-in user. Also rendered on the server, which does not know the user. */
export function Session({ config }) {
  const [sp] = useState(() => stagepass(config));
  return (
    <StagepassProvider client={sp}>
      <Person />
    </StagepassProvider>
  );
}

function Person() {
  const sp = useStagepass();
  const { user, error, isLoading } = useUser();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const [tracks, setTracks] = useState("");

  useEffect(() => {
    document.body.dataset.status = isLoading ? "loading" : isBusy ? "busy" : user ? "signed-in" : "signed-out";
  }, [isLoading, isBusy, user]);

  /** Shows how `work` ends, which begins before anything is awaited: a window opens only in the click itself. */
  async function showResult(work) {
    setBusy(true);
    setFailure("");
    await work().catch((error) => setFailure(inWords(error)));
    setBusy(false);
  }

  async function countTracks() {
    const { items } = await sp.users.tracks(user.userId);
    setTracks(`${items.length} tracks`);
  }

  return (
    <>
      <button
        type="button"
        id="sign-in-popup"
        onClick={() => showResult(() => sp.oauth.login({ scope: "read", display: "popup" }))}
      >
        Sign in
      </button>
      <button
        type="button"
        id="sign-in-page"
        onClick={() => showResult(() => sp.oauth.login({ scope: "read", display: "fullScreen" }))}
      >
        Sign in on this page
      </button>
      <button type="button" id="sign-out" onClick={() => showResult(sp.oauth.logout)}>
        Sign out
      </button>
      <p>
        Signed in as <span id="name">{user?.name ?? ""}</span> <span id="handle">{user ? `@${user.handle}` : ""}</span>
      </p>
      <button type="button" id="count-tracks" onClick={() => showResult(countTracks)}>
        Count my tracks
      </button>
      <span id="tracks">{tracks}</span>
      <p role="alert">{failure || (error ? inWords(error) : "")}</p>
    </>
  );
}

function inWords(error) {
  return isStagepassError(error) ? `${error.message} (${error.code})` : String(error);
}
