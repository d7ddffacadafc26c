import type { SessionState, Stagepass, WaitOptions } from "../types.js";

/** The state of a session, with a user of any kind. */
export interface AnySessionState extends Omit<SessionState, "scope" | "user"> {
  /** The scope that the user allowed, if signed in. */
  readonly scope?: string;
  /** The user, once known. */
  readonly user?: object;
}

/** The methods to sign in and out that an adapter needs. */
export interface AuthMethods {
  /** The session's state. */
  readonly session: { get(): AnySessionState; subscribe(listener: () => void): () => void };
  /** Returns the signed-in user. */
  getUser(options?: WaitOptions): Promise<unknown>;
  /** Returns whether a session is stored. */
  isAuthenticated(): Promise<boolean>;
  /** Returns the access token. */
  getAccessToken(): Promise<string>;
  /** Signs the user in. */
  login(options: never): Promise<unknown>;
  /** Signs the user out. */
  logout(options?: never): Promise<unknown>;
}

/** A client of `stagepass()`, or of `oauth()`. The first has its methods to sign in and out below `oauth`. */
export type ProvidedClient = (AuthMethods | { readonly oauth: AuthMethods }) & {
  /** Calls `listener` after each login. Returns an unsubscribe function. */
  on(name: "signed-in", listener: () => void): () => void;
};

/** The methods of a client to sign in and out. */
export type MethodsOf<Client extends ProvidedClient = Stagepass> = Client extends { readonly oauth: infer Methods }
  ? Extract<Methods, AuthMethods>
  : Extract<Client, AuthMethods>;

/** The session's state of a client. */
export type SessionOf<Client extends ProvidedClient = Stagepass> = ReturnType<MethodsOf<Client>["session"]["get"]>;

/** Returns the methods of a client to sign in and out. */
export const methodsOf = (client: ProvidedClient): AuthMethods =>
  (client as { oauth?: AuthMethods }).oauth ?? (client as AuthMethods);
