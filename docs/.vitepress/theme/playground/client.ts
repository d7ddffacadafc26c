// The real SDK, from the files of the package that the site has beside the callback page.

import type { Stagepass } from "../../../../pkg-template/src/entry/index.js";
import type { ServiceLink, Switches } from "./service-link";

/** Loads the SDK and returns a client of the fake service. `folder` is the URL of the playground. */
export async function openClient(folder: string): Promise<Stagepass> {
  // First: it sees the messages of the SDK. An address at run time, because no bundler builds these files.
  await import(/* @vite-ignore */ `${folder}watch.js`);
  const { stagepass } = await import(/* @vite-ignore */ `${folder}app/stagepass/index.js`);
  return stagepass({
    baseUrl: `${folder}v1`,
    apiKey: "0x58802e7a660990622b728bf06ae9361bc9403eb7",
    redirectUri: `${folder}app/callback.html`,
  });
}

/** Records each `window.open`, and returns null as a popup blocker does if the switch is on. Returns how to undo it. */
export function watchPopups(service: ServiceLink, switches: Switches): () => void {
  const { open } = window;
  window.open = (...given) => {
    const at = Date.now();
    const popup = switches.blocked ? null : open.apply(window, given);
    const url = `${given[0]}`.split("?")[0] ?? "";
    const result = popup ? {} : { detail: "It returned null." };
    service.record({ at, from: "App", to: "Popup", way: "window.open", text: url, ...result });
    return popup;
  };
  return () => {
    window.open = open;
  };
}

/** A call that the page offers. The text is the code of an app. */
export interface Call {
  text: string;
  run: (sp: Stagepass) => Promise<unknown>;
}

export const CALLS: Call[] = [
  { text: 'sp.oauth.login({ scope: "read" })', run: (sp) => sp.oauth.login({ scope: "read" }) },
  {
    text: 'sp.oauth.login({ scope: "read", display: "redirect" })',
    run: (sp) => sp.oauth.login({ scope: "read", display: "redirect" }),
  },
  { text: "sp.oauth.getUser()", run: (sp) => sp.oauth.getUser() },
  { text: 'sp.fetch("tracks/7")', run: async (sp) => (await sp.fetch("tracks/7")).json() },
  { text: "sp.oauth.logout()", run: (sp) => sp.oauth.logout() },
];
