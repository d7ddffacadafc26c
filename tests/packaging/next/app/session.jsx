"use client";

import { useEffect, useState } from "react";
import { isStagepassError, stagepass } from "stagepass";

/** Who is signed in. Rendered on the server as well, where nobody is. */
export function Session({ config }) {
  const [sp] = useState(() => stagepass(config));
  const [user, setUser] = useState();
  const [status, setStatus] = useState("loading");
  const [failure, setFailure] = useState("");
  const [tracks, setTracks] = useState("");

  // Asks nobody where nobody is signed in.
  useEffect(() => {
    const known = sp.oauth.isAuthenticated().then((is) => (is ? sp.oauth.getUser() : undefined));
    known.then(setUser, (error) => setFailure(inWords(error))).finally(() => setStatus("idle"));
  }, [sp]);

  useEffect(() => {
    document.body.dataset.status = status === "idle" ? (user ? "signed-in" : "signed-out") : status;
  }, [status, user]);

  /** Shows how `work` ends, which begins before anything is awaited: a window opens only in the click itself. */
  async function tell(work) {
    setStatus("busy");
    setFailure("");
    await work().catch((error) => setFailure(inWords(error)));
    setStatus("idle");
  }

  async function signIn(display) {
    const result = await sp.oauth.login({ scope: "read", display });
    if (result.kind === "signed-in") setUser(result.user);
  }

  async function signOut() {
    await sp.oauth.logout();
    setUser(undefined);
  }

  async function countTracks() {
    const found = await sp.users.tracks(user.userId);
    setTracks(`${found.length} tracks`);
  }

  return (
    <>
      <button type="button" id="sign-in-popup" onClick={() => tell(() => signIn("popup"))}>
        Sign in
      </button>
      <button type="button" id="sign-in-page" onClick={() => tell(() => signIn("fullScreen"))}>
        Sign in on this page
      </button>
      <button type="button" id="sign-out" onClick={() => tell(signOut)}>
        Sign out
      </button>
      <p>
        Signed in as <span id="name">{user?.name ?? ""}</span> <span id="handle">{user ? `@${user.handle}` : ""}</span>
      </p>
      <button type="button" id="count-tracks" onClick={() => tell(countTracks)}>
        Count my tracks
      </button>
      <span id="tracks">{tracks}</span>
      <p role="alert">{failure}</p>
    </>
  );
}

function inWords(error) {
  return isStagepassError(error) ? `${error.message} (${error.code})` : String(error);
}
