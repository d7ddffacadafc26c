// The stage with the fake client.

import type * as Testing from "../../src/entry/testing.js";
import { ADA, BOB, type Open, type Sent, type Stage } from "./stage.js";

/** @param testing The module `stagepass/testing`. */
export const openFake = ({ fakeStagepass, fakeTrack }: typeof Testing): Open => {
  let last: Testing.FakeStagepass | undefined;
  return async ({ user, scope, uploadQuota } = {}) => {
    last?.client.dispose();
    last = undefined;
    const other = "https://files.example";
    const tracks = [fakeTrack({ id: 7, user: ADA }), fakeTrack({ id: 8, user: BOB })];
    const fake = () => {
      last ??= fakeStagepass({ user, scope, login: ADA, tracks, origins: [other], uploadQuota });
      return last;
    };
    const stage: Stage = {
      get client() {
        return fake().client;
      },
      baseUrl: "https://music.example/v1",
      other,
      get sent() {
        return fake().requests.map(toSent);
      },
      get isOffline() {
        return fake().isOffline;
      },
      set isOffline(value) {
        fake().isOffline = value;
      },
      loginComesTo: (outcome) => fake().loginComesTo(outcome),
      answer: (routes) => fake().answer(routes),
      signInElsewhere: async (user) => fake().signInElsewhere(user),
      signOutElsewhere: async () => fake().signOutElsewhere(),
      refreshElsewhere: async () => fake().refreshElsewhere(),
      expireElsewhere: async () => fake().expireElsewhere(),
      refuseToken: () => fake().refuseToken(),
      endSession: () => fake().endSession(),
      holdUploads() {
        const letGo = fake().holdUploads();
        letGo(2 / 3);
        return { reached: Promise.resolve(), end: () => letGo() };
      },
    };
    return stage;
  };
};

const toSent = ({ method, url, headers }: Request): Sent => ({
  method,
  url,
  token: headers.get("Authorization") ?? "",
});
