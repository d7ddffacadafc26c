import { stagepass } from "stagepass";
import { createAuth } from "stagepass/svelte";

// SvelteKit also renders on a server, which has no `location` and starts no login.
const origin = typeof location === "undefined" ? "https://radio.example" : location.origin;

export const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${origin}/callback.html`,
});

/** The session, the user, `login` and `logout`. */
export const auth = createAuth(sp);
