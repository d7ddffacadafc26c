// What a client is held to, whether it is the real one or the fake: a browser with one client, and what tests do to
// both.

import type { Stagepass, User } from "../../src/entry/index.js";

export const ADA: User = { userId: 1, name: "Ada", handle: "ada", verified: true };
export const BOB: User = { userId: 2, name: "Bob", handle: "bob", verified: false };

const MEGABYTE = 1024 * 1024;

/** A file that is uploaded in two pieces. All callers get the same content. */
export const song = (): File =>
  new File([new Uint8Array(12 * MEGABYTE)], "song.mp3", { type: "audio/mpeg", lastModified: 1_700_000_000_000 });

/** Where an upload of it stops that is held. */
export const HELD = 8 * MEGABYTE;

/** How a browser is when the client's page opens. */
export interface Setting {
  /** Who is signed in. */
  user?: User;
  scope?: "read" | "write";
  /** How much the service keeps for one person, in bytes. */
  uploadQuota?: number;
}

/** A request that the client sent, but for those that are about tokens and about who is signed in. */
export interface Sent {
  method: string;
  url: string;
  /** What it was authorised by. */
  token: string;
}

/** The answers to requests, by method and address. */
export interface Routes {
  [route: string]: () => Response | Promise<Response>;
}

export interface Stage {
  /** Made when it is first asked for. */
  readonly client: Stagepass;
  readonly baseUrl: string;
  /** An origin that the client may take the token to. */
  readonly other: string;
  readonly sent: readonly Sent[];
  isOffline: boolean;
  /** What logins come to from now on. */
  loginComesTo(outcome: User | "access_denied" | "interaction_required" | "popup_blocked"): void;
  /** Answers requests, by method and address. */
  answer(routes: Routes): void;
  signInElsewhere(user: User): Promise<void>;
  signOutElsewhere(): Promise<void>;
  refreshElsewhere(): Promise<void>;
  expireElsewhere(): Promise<void>;
  refuseToken(): void;
  endSession(): void;
  /** Has an upload of {@link song} stop after 8 of its 12 MB from now on. */
  holdUploads(): Hold;
}

/** Where uploads stop. */
export interface Hold {
  /** Until one has come there. It goes no further, ever. */
  readonly reached: Promise<void>;
  /** Lets all others pass. */
  end(): void;
}

/** Opens a stage, and closes the one before. */
export type Open = (setting?: Setting) => Promise<Stage>;

/** Until what has been begun has been told. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Records what a client reports, in this order: the name of each event, and the content of each state. */
export const recordEvents = ({ client }: Stage): string[] => {
  const words: string[] = [];
  const { session } = client.oauth;
  session.subscribe(() => {
    const { status, scope, user } = session.get();
    words.push([status, scope, user?.name].filter(Boolean).join(" "));
  });
  for (const name of ["signed-in", "signed-out", "expired", "refreshed"] as const)
    client.on(name, () => words.push(name));
  client.on("error", ({ code }) => words.push(`error ${code}`));
  return words;
};
