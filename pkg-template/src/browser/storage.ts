import type { SessionStorage, StagepassConfig } from "../types.js";

/** Returns the configured storage. Throws if the browser allows none. */
export const storageOf = (choice: StagepassConfig["storage"]): SessionStorage | undefined => {
  if (choice && typeof choice === "object") return choice;
  if (choice === "session") return sessionStorage;
  return choice === "memory" ? undefined : localStorage;
};
