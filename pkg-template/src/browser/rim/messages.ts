import { DONE, ELAPSED, FROM_PEER, LISTEN, MESSAGE, OWN_ORIGIN, POST, RECEIVE } from "../../border.gen.js";
import { attempt, type Effects, type Outcome } from "../../rim/effects.js";
import { wait } from "./wait.js";

/**
 * Messages between the two windows of a login: `postMessage`, and a BroadcastChannel for windows that are cut off.
 *
 * @param page The URL of this page.
 * @param popup Returns the popup, if this window has opened one. Otherwise, the other window is the opener.
 * @param ended Ends the listeners.
 */
export const messagesOf = (
  window: Window,
  page: string,
  popup: () => Window | null | undefined,
  signal: AbortSignal | undefined,
  ended: AbortSignal,
): Effects => {
  // The events that were not taken yet.
  const inbox: MessageEvent[] = [];
  const [ownOrigin] = /^[^:]+:\/\/[^/?#]*/.exec(page) ?? [""];
  let peer: Window | null | undefined;
  let channel: BroadcastChannel | undefined;
  let wake = () => {};

  const hear = (event: MessageEvent) => {
    inbox.push(event);
    wake();
  };

  /**
   * Returns the oldest message, with what the browser confirms. A channel exists only within its origin, and only the
   * two windows of a login know its name. Its messages have no source.
   */
  const take = (): Outcome | undefined => {
    const event = inbox.shift();
    if (!event) return undefined;
    const isFromPeer = (peer && event.source === peer) || (channel && event.target === channel);
    return [MESSAGE, (event.origin === ownOrigin ? OWN_ORIGIN : 0) + (isFromPeer ? FROM_PEER : 0), event];
  };

  return {
    [LISTEN](_, name) {
      peer = popup() ?? attempt(() => window.opener);
      channel = attempt(() => new BroadcastChannel(name));
      const options = { capture: true, signal: ended };
      window.addEventListener("message", hear, options);
      channel?.addEventListener("message", hear, options);
      ended.addEventListener("abort", () => channel?.close(), { once: true });
      return [DONE];
    },
    // The other window receives it only if it is of this origin by then, or of ours if there is none.
    [POST](_, text, origin) {
      attempt(() => peer?.postMessage(text, origin || ownOrigin));
      attempt(() => channel?.postMessage(text));
      return [DONE];
    },
    [RECEIVE](within) {
      const waiting = () =>
        wait<void>(within, signal, (end) => {
          wake = end;
          return undefined;
        });
      // A message that arrived at the moment of the timeout counts.
      return take() ?? waiting().then(() => take() ?? [ELAPSED]);
    },
  };
};
