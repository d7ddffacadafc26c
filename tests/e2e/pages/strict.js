// A React app in StrictMode, which in development mounts every component twice. A sign-in must still happen once.

import { createElement, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { stagepass } from "stagepass";
import { StagepassProvider, useSession, useStagepass, useUser } from "stagepass/react";

const { seededTracks, ...config } = await (await fetch("/config.json")).json();
window.client = stagepass(config);

/** How often the page has been mounted: twice. */
window.mounts = 0;
/** The errors. */
window.problems = [];
window.report = (problem) => problems.push(String(problem?.code ?? problem));
for (const kind of ["error", "warn"]) console[kind] = (...words) => report(words.join(" "));

/** The callback page: finishes the login, as an app writes that in React. */
function Callback() {
  const { oauth } = useStagepass();
  useEffect(() => {
    mounts += 1;
    oauth.handleRedirect().then(({ kind }) => {
      document.body.dataset.finished = kind;
    }, report);
  }, [oauth]);
  return "Signing in…";
}

function Home() {
  const { oauth } = useStagepass();
  const { status } = useSession();
  const { user, error } = useUser();
  useEffect(() => {
    mounts += 1;
  }, []);
  useEffect(() => {
    document.body.dataset.status = status;
  }, [status]);
  useEffect(() => {
    if (error) report(error);
  }, [error]);
  return createElement(
    "main",
    null,
    createElement("button", { id: "popup", onClick: () => oauth.login({ scope: "read" }).catch(report) }, "Sign in"),
    createElement("button", { id: "sign-out", onClick: () => oauth.logout() }, "Sign out"),
    createElement("p", { id: "user" }, user?.handle),
  );
}

/** Components that come and go, with all that they listen to. */
function Coming() {
  const [isThere, setIsThere] = useState(true);
  window.show = setIsThere;
  return isThere && createElement(Home);
}

const page = location.pathname === "/" ? Coming : Callback;
createRoot(document.querySelector("#app")).render(
  createElement(StrictMode, null, createElement(StagepassProvider, { client }, createElement(page))),
);
