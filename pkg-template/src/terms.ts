import type { User } from "./types.js";
import { userOf } from "./user.js";

/** How a provider describes its users and scopes. */
export interface Terms {
  /** Reads a user. Undefined if it is none. */
  userOf(raw: unknown): User | undefined;
  /** Returns whether a scope is one that the app can read. */
  isScope(scope?: string): boolean;
}

/** The terms of a service of Stagepass. */
export const TERMS: Terms = { userOf, isScope: (scope) => scope === "read" || scope === "write" };
