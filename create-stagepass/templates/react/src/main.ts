import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import App from "./App";

createRoot(document.querySelector("#app")!).render(createElement(StrictMode, null, createElement(App)));
