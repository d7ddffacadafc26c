// An app that has none of the packages that the package would find by itself, and passes none of their replacements.

import { stagepass } from "stagepass/react-native";

const failed = (work) =>
  work.then(
    () => "nothing",
    ({ code, message }) => ({ code, message }),
  );

/** Returns how a login without a storage, a browser and a source of randomness fails. */
export function loginsWithoutPeers({ settings }) {
  const browser = { open: async () => ({ type: "cancel" }) };
  const random = (count) => new Uint8Array(count).fill(7);
  const login = (handed) => failed(stagepass({ ...settings.config, ...handed }).oauth.login({ scope: "read" }));
  return Promise.all([
    login({ browser, random }),
    login({ storage: "memory", random }),
    login({ storage: "memory", browser }),
  ]);
}
