import { fakeUser } from "stagepass/testing";

/** The client of the app, as far as it names the session: the same values as in its `src/session.ts`. */
export const SERVICE = {
  baseUrl: "http://127.0.0.1:8787/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
};

export const ADA = fakeUser({ name: "Ada" });
