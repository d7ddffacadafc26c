// The flows in an app that passes no platform: the package finds AsyncStorage, expo-web-browser, Linking and
// randomness.

import { FLOWS } from "../flows.js";
import { emptyStorage, hold, networked, outside, restart, seedOf, where } from "./app.js";

// Expo's preset has already loaded a part of React Native, which would get the response to the first request of a life.
// So this sends a first request.
beforeAll(() => {
  restart();
  networked();
  fetch("data:text/plain;base64,").catch(() => {});
});

describe("a person on a phone", () => {
  for (const [flow, runs] of Object.entries(FLOWS)) {
    test(flow, async () => {
      await emptyStorage();
      let state = { phone: { stored: [], secrets: [], initial: null }, kept: {} };
      for (let life = 0; life < runs.length; life += 1) {
        restart();
        const keepNetwork = networked();
        const input = { flow, life, state, seed: seedOf(flow, life), settings: where() };
        const { live } = require("../phone/life.js");
        keepNetwork();
        const handed = (phone) => {
          hold(phone);
          return {};
        };
        const output = await live(input, outside, { handed });
        expect(output.failed && `life ${life + 1}: ${output.failed}\n${output.requests.join("\n")}`).toBeUndefined();
        state = output.state;
      }
    });
  }
});
