/** What the callback page reads of a login's record: src/core/transaction.rs. */
export interface LoginRecord {
  baseUrl?: string;
  /** Whether it is a login at another provider than a service of Stagepass. */
  isOpenId?: boolean | undefined;
  /** The token endpoint of that provider. */
  tokenEndpoint?: string;
  /** Empty: no proofs. "auto": proofs if the service offers them. */
  dpop?: "" | "auto" | "true";
  /** The API key, or the name of an app that is not registered. */
  clientId?: string;
  isRegistered?: boolean;
  /** The page that called `login`, or its `returnTo`. */
  returnTo?: string;
}
