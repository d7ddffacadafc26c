// The browser in the app, from when it opens to the answer. There is one on a phone: the last login that opens it has it.

import { StagepassError, type StagepassErrorCode, type StagepassErrorFacts } from "../../errors.js";
import { whenActive } from "../app.js";
import type { AuthBrowser, AuthBrowserResult } from "../types.js";
import type { Answers } from "./answers.js";
import { attempt } from "./browser.js";
import { stateOf } from "./links.js";

/** A login that is kept and may be shown. */
export interface ShownLogin {
  /** Where to go. */
  address: string;
  state: string;
  redirectUri: string;
  browser: AuthBrowser;
  answers: Answers;
  signal: AbortSignal | undefined;
}

/** How long after the browser has gone a link may yet come, in milliseconds: on Android the two race. */
const LINK_WITHIN = 3_000;

/** How long a login may take, in milliseconds: LIFETIME in src/transaction.rs. */
const LIFETIME = 60 * 60 * 1000;

/** How often it is looked whether that is over, in milliseconds: timers stop while a phone sleeps, the clock does not. */
const LOOK_EVERY = 30_000;

/** How long to wait for another login's browser to close, in milliseconds. Some cannot be closed. */
const CLOSED_WITHIN = 1_000;

/** A login that is shown. */
interface Turn {
  /** Another one is to be shown. */
  supersede(): void;
  /** Settles when its browser is open no longer. */
  closed: Promise<void>;
}

let last: Turn | undefined;

const BLOCKED = "The browser could not be opened, perhaps because another one is open. Close that and try again.";

/**
 * Opens the login's page, and gives the address that answers it. Rejects with `popup_closed`, `popup_blocked`, `aborted`, `timeout`,
 * and with `callback_invalid` or `state_mismatch` where the browser has ended at an address that is no answer to this login.
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
    const turn: Turn = { supersede: close, closed: Promise.resolve() };
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
    // A link has been faster than the browser that led to it, or it is wanted no longer.
    if (now.isOpen) attempt(() => browser.close?.());
  }
};

/** Calls `call` after a while. Gives what prevents it. */
const later = (milliseconds: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
};

/** Calls `call` when it is past `until`. Gives what prevents it. */
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
