// A React app without a framework, as `npm create vite` starts one.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Session } from "../next/app/session.jsx";

const config = await (await fetch("/config.json")).json();
const engine = new URLSearchParams(location.search).get("engine") ?? "auto";
createRoot(document.querySelector("#root")).render(
  <StrictMode>
    <h1>A Stagepass app</h1>
    <Session config={{ ...config, engine }} />
  </StrictMode>,
);
