import { base64url } from "./base64url.js";

/** Returns a message between the two windows of a login, as src/core/handoff.rs writes it. */
export const message = (kind: "answer" | "taken", state: string, value = ""): string =>
  `stagepass1\n${kind}\n${state}\n${value}`;

/** Opens the channel between the two windows of a login, for an opener that is cut off: src/core/transaction.rs. */
export const openChannel = async (state: string): Promise<BroadcastChannel> => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(state)));
  return new BroadcastChannel(`stagepass/${base64url(hash)}`);
};
