import { type SessionUser, stagepass } from "stagepass";

// `stagepass-backend dev` writes these variables into .env.local.
export const client = stagepass({
  baseUrl: process.env.NEXT_PUBLIC_STAGEPASS_BASE_URL ?? "http://127.0.0.1:8787/v1",
  apiKey: process.env.NEXT_PUBLIC_STAGEPASS_API_KEY ?? "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  // A full address: this file also runs on the server, which has no `location`. In production, your site's.
  redirectUri: "{{redirectUri}}",
});

/** What the user is asked to allow. */
export const scope = "read";

export const nameOf = (user: SessionUser): string => user.name;
