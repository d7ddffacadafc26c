"use client";

import { useEffect, useState } from "react";
import { handleRedirect } from "stagepass";

/** Where the service sends the listener back to. React owns this page, so it finishes the login by itself. */
export default function Callback() {
  const [words, setWords] = useState("Signing in…");
  useEffect(() => {
    const finished = handleRedirect();
    finished.then(
      ({ kind }) => kind === "handed-over" && setWords("You can close this window."),
      (error) => setWords(error.message),
    );
  }, []);
  return <p role="status">{words}</p>;
}
