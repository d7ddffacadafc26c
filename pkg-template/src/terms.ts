import type { OpenIdClient, OpenIdLoginResult, OpenIdRedirectResult, OpenIdState, OpenIdUser } from "./types/openid.js";
import type { LoginResult, RedirectResult, SessionState, Stagepass, User } from "./types.js";
import { userOf } from "./user.js";

/** The public types of a client of a Stagepass service. */
export interface OfStagepass {
  user: User;
  state: SessionState;
  on: Stagepass["on"];
  login: LoginResult;
  redirect: RedirectResult;
}

/** The public types of a client of any provider. */
export interface OfOpenId {
  user: OpenIdUser;
  state: OpenIdState;
  on: OpenIdClient["on"];
  login: OpenIdLoginResult;
  redirect: OpenIdRedirectResult;
}

/** The public types of a client. */
export type Kind = OfStagepass | OfOpenId;

/** How a provider describes its users and scopes. */
export interface Terms<K extends Kind = OfStagepass> {
  /** Reads a user. Undefined if it is none. */
  userOf(raw: unknown): K["user"] | undefined;
  /** Returns whether a scope is one that the app can read. */
  isScope(scope?: string): boolean;
}

/** The terms of a service of Stagepass. */
export const TERMS: Terms = { userOf, isScope: (scope) => scope === "read" || scope === "write" };
