"use client";

import { useEffect, useState } from "react";
import { handleRedirect } from "stagepass";

export default function Callback() {
  const [words, setWords] = useState("Signing in…");
  useEffect(() => {
    handleRedirect().then(
      ({ kind }) => {
        if (kind === "none") setWords("There is no sign-in to finish here.");
        if (kind === "handed-over") setWords("You can close this window.");
        if (kind === "signed-in") setWords("You are signed in.");
      },
      (error) => setWords(error.title),
    );
  }, []);
  return <p role="status">{words}</p>;
}
