// The browser in the app, until the response arrives. There is one on a phone: the last login that opens it has it.

import { StagepassError, type StagepassErrorCode, type StagepassErrorFacts } from "../../errors.js";
import { whenActive } from "../app.js";
import type { AuthBrowser, AuthBrowserResult } from "../types.js";
import type { Answers } from "./answers.js";
import { attempt } from "./browser.js";
import { stateOf } from "./links.js";

/** A stored login that may be shown. */
export interface ShownLogin {
  /** The URL to open. */
  address: string;
  state: string;
  redirectUri: string;
  browser: AuthBrowser;
  answers: Answers;
  signal: AbortSignal | undefined;
}

/** How long a deep link may arrive after the browser has closed, in milliseconds. On Android the two race. */
const LINK_WITHIN = 3_000;

/** The lifetime of a login, in milliseconds: LIFETIME in src/core/transaction.rs. */
const LIFETIME = 60 * 60 * 1000;

/** How often to check the lifetime, in milliseconds. Timers stop while a phone sleeps, the clock does not. */
const LOOK_EVERY = 30_000;

/** How long to wait for another login's browser to close, in milliseconds. Some cannot be closed. */
const CLOSED_WITHIN = 1_000;

/** A login that is shown. */
interface Turn {
  /** Ends it, because another login is to be shown. */
  supersede(): void;
  /** Settles when its browser is closed. */
  closed: Promise<void>;
}

let last: Turn | undefined;

const BLOCKED = "The browser could not be opened, perhaps because another one is open. Close that and try again.";

/**
 * Opens the login's page. Returns the URL with the response. Rejects with `popup_closed`, `popup_blocked`,
 * `superseded`, `aborted` and `timeout`. Rejects with `callback_invalid` or `state_mismatch` if the browser ended at a
 * URL that does not belong to this login.
 */
export const show = async ({ address, state, redirectUri, browser, answers, signal }: ShownLogin): Promise<string> => {
  const ends: (() => void)[] = [];
  const now = { isOpen: false, isOver: false };

  const answer = new Promise<string>((resolve, reject) => {
    const fail = (code: StagepassErrorCode, facts?: StagepassErrorFacts) => reject(new StagepassError(code, facts));
    const close = () => fail("popup_closed");

    const hear = (result: AuthBrowserResult): void => {
      if (now.isOver) return;
      if ("url" in result && result.type === "success") {
        const answered = stateOf(result.url);
        if (answered === state) resolve(result.url);
        else fail(answered ? "state_mismatch" : "callback_invalid");
      } else if (result.type === "cancel") close();
      else if (result.type === "locked") fail("popup_blocked", { message: BLOCKED });
      else if (result.type !== "opened") ends.push(whenActive(() => ends.push(later(LINK_WITHIN, close))));
    };

    const open = async (): Promise<void> => {
      if (before) {
        before.supersede();
        await Promise.race([before.closed, new Promise<void>((gone) => ends.push(later(CLOSED_WITHIN, gone)))]);
      }
      if (now.isOver) return;
      now.isOpen = true;
      try {
        hear(await browser.open(address, redirectUri));
      } catch (cause) {
        fail("popup_blocked", { message: BLOCKED, cause });
      } finally {
        now.isOpen = false;
      }
    };

    ends.push(answers.expect(state, resolve));
    const abort = () => fail("aborted", { cause: signal?.reason });
    signal?.addEventListener("abort", abort);
    ends.push(() => signal?.removeEventListener("abort", abort));
    ends.push(watch(Date.now() + LIFETIME, () => fail("timeout")));
    const before = last;
    const turn: Turn = { supersede: () => fail("superseded"), closed: Promise.resolve() };
    last = turn;
    ends.push(() => {
      if (last === turn && !now.isOpen) last = undefined;
    });
    turn.closed = open();
  });

  try {
    return await answer;
  } finally {
    now.isOver = true;
    for (const end of ends) end();
    // A deep link was faster than the browser, or the login has ended.
    if (now.isOpen) attempt(() => browser.close?.());
  }
};

/** Calls `call` after a delay. Returns a function that cancels. */
const later = (milliseconds: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
};

/** Calls `call` after the time `until`. Returns a function that cancels. */
const watch = (until: number, call: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    const left = until - Date.now();
    if (left <= 0) call();
    else timer = setTimeout(look, Math.min(left, LOOK_EVERY));
  };
  look();
  return () => clearTimeout(timer);
};
