import { base64url } from "../base64url.js";
import { VERSION } from "../border.gen.js";
import { message, openChannel } from "../handoff.js";
import type { CallbackFacts } from "./facts.js";
import type { Refusals } from "./refusals.js";

/** How long the page has to hand over the response, in milliseconds. */
const WITHIN = 5_000;

/** How long it has at least after it has loaded, in milliseconds. */
const AFTER_LOAD = 2_000;

/** The frame's name. A callback page that diagnoses itself then opens no other frame. */
export const FRAME = "stagepass-diagnose";

type Tried = Pick<CallbackFacts, "answer" | "reason" | "otherVersion">;

/**
 * Loads the callback page with a response that belongs to no login, and checks whether the page hands it over, as to an
 * opener that is cut off. The page is told that the response is taken, so it ends there, sends no request and stores
 * nothing. Logins in progress are not affected, because their channels are named by other states.
 */
export const tryInFrame = async (redirectUri: string, refusals: Refusals, signal: AbortSignal): Promise<Tried> => {
  try {
    return await tried(redirectUri, refusals, signal);
  } catch {
    return { answer: "untested", reason: "this browser does not let windows of one site communicate" };
  }
};

const tried = async (redirectUri: string, refusals: Refusals, signal: AbortSignal): Promise<Tried> => {
  const state = `sp1.p.${base64url(crypto.getRandomValues(new Uint8Array(16)))}`;
  const channel = await openChannel(state);
  const frame = document.createElement("iframe");
  try {
    const seen = await tryOut(frame, channel, state, `${redirectUri}#error=access_denied&state=${state}`, signal);
    if (seen.answer === "handed-over" || !(await refusals.include("frame-src", redirectUri))) return seen;
    return { answer: "untested", reason: "this page's Content-Security-Policy (frame-src) blocks the frame" };
  } finally {
    frame.remove();
    channel.close();
  }
};

const tryOut = (
  frame: HTMLIFrameElement,
  channel: BroadcastChannel,
  state: string,
  src: string,
  signal: AbortSignal,
): Promise<Tried> =>
  new Promise((resolve) => {
    let loadedAt = Number.POSITIVE_INFINITY;
    let answers = 0;
    const end = (tried: Tried) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      resolve(tried);
    };
    const giveUp = () => end({ answer: "untested", reason: "the call was aborted" });
    const timer = setTimeout(() => {
      if (!isShown(frame)) end({ answer: "untested", reason: "the browser did not show it in a frame" });
      else if (performance.now() - loadedAt < AFTER_LOAD) end({ answer: "untested", reason: "it loads too slowly" });
      else end({ answer: "silent" });
    }, WITHIN);
    channel.onmessage = ({ data }) => {
      if (typeof data !== "string" || !data.startsWith(message("answer", state))) return;
      const version = frame.contentDocument?.documentElement.dataset.stagepass;
      // The first answer of `callback.js` needs no core. The second is the core's, so it shows that the core loads.
      if (version === VERSION && ++answers < 2) return;
      channel.postMessage(message("taken", state));
      end({ answer: "handed-over", ...(version && version !== VERSION && { otherVersion: version }) });
    };
    signal.addEventListener("abort", giveUp);
    frame.onload = () => {
      loadedAt = performance.now();
    };
    frame.name = FRAME;
    frame.src = src;
    // Not by an attribute: the page's policy may block inline styles, and its style sheet may show hidden elements.
    frame.style.display = "none";
    (document.body ?? document.documentElement).append(frame);
  });

/** Returns whether the frame has a page of ours. What the browser shows instead has no origin. */
const isShown = (frame: HTMLIFrameElement): boolean => {
  try {
    return /^https?:/.test(frame.contentWindow?.location.href ?? "");
  } catch {
    return false;
  }
};
