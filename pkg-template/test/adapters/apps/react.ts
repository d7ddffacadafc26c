import type * as React from "react";
import type { ProvidedClient } from "../../../src/adapter/client.js";
import type * as Kit from "../../../src/entry/react.js";
import { press, words } from "../contract.js";

/** Returns an app with two components. StrictMode runs every effect twice. */
export const reactApp = (
  { createElement, StrictMode }: typeof React,
  { StagepassProvider, useAuth }: typeof Kit,
  client: ProvidedClient,
): React.ReactElement => {
  const Who = () => {
    const auth = useAuth();
    return createElement("button", { type: "button", onClick: () => press(auth) }, words(auth));
  };
  const app = createElement(StagepassProvider, { client }, createElement(Who), createElement(Who));
  return createElement(StrictMode, null, app);
};
