import { canInstantiate } from "../browser/engine.js";
import type { StagepassError } from "../errors.js";
import type { StagepassConfig } from "../types.js";
import type { CoreFacts, PageFacts } from "./facts.js";
import { inTime, LATE } from "./wait.js";

/** The key that the test of a store writes, for the duration of the test. */
const KEY = "stagepass/diagnose";

/** About as much as a login needs. */
const ROOM = "x".repeat(2048);

/** Checks this page and what its browser allows. */
export const lookAtPage = async (
  { storage }: Pick<StagepassConfig, "storage">,
  signal: AbortSignal,
): Promise<PageFacts> => ({
  origin: location.origin,
  isSecure: isSecureContext,
  hasLocks: !!navigator.locks,
  canOpen: typeof window.open === "function",
  isFramed: isFramed(),
  isSandboxed: isSandboxed(window),
  storage: tried(() => localStorage),
  isStoreBroken: storage === "session" ? tried(() => sessionStorage) !== "kept" : isBroken(storage),
  isIsolated: await isIsolated(signal),
});

const isFramed = (): boolean => {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    return true;
  }
};

/** Returns whether a frame around this window forbids popups, as far as pages of this origin show. */
const isSandboxed = (window: Window): boolean => {
  try {
    const { sandbox } = (window.frameElement ?? {}) as Partial<HTMLIFrameElement>;
    const isHere = !!sandbox?.length && !sandbox.contains("allow-popups");
    return isHere || (window.parent !== window && isSandboxed(window.parent));
  } catch {
    return false;
  }
};

const tried = (open: () => Storage | null): PageFacts["storage"] => {
  try {
    const store = open();
    if (!store) return "denied";
    try {
      store.setItem(KEY, ROOM);
    } finally {
      store.removeItem(KEY);
    }
    return "kept";
  } catch (error) {
    return /quota/i.test((error as DOMException).name) ? "full" : "denied";
  }
};

/** Returns whether a store of the app throws when it is read. Writing to it would change something in the app. */
const isBroken = (storage: StagepassConfig["storage"]): boolean => {
  if (typeof storage !== "object") return false;
  try {
    storage.getItem(KEY);
    return false;
  } catch {
    return true;
  }
};

/** Scripts cannot read their page's policy, so the page is requested again. */
const isIsolated = async (signal: AbortSignal): Promise<boolean | undefined> => {
  try {
    const answer = await inTime(signal, (signal) =>
      fetch(location.pathname + location.search, { method: "HEAD", mode: "same-origin", cache: "no-store", signal }),
    );
    const policy = answer.headers.get("cross-origin-opener-policy") ?? "";
    // It counts only if the page's connection is secure.
    return answer.ok ? isSecureContext && /^\s*same-origin\s*(;|$)/.test(policy) : undefined;
  } catch {
    return undefined;
  }
};

/** Waits for the core, which also checks the configuration. */
export const lookAtCore = async (
  { engine }: Pick<StagepassConfig, "engine">,
  ready: () => Promise<void>,
  signal: AbortSignal,
): Promise<CoreFacts> => {
  const webAssembly =
    engine === "js" ? "unused" : canInstantiate() ? "runs" : typeof WebAssembly === "undefined" ? "missing" : "refused";
  try {
    await inTime(signal, ready);
    return { webAssembly };
  } catch (thrown) {
    if (thrown === LATE) return { webAssembly, failure: { code: "timeout", words: "It did not load in time." } };
    const { code = "internal", message, cause } = thrown as StagepassError;
    const words = code === "config_invalid" || !cause ? message : String((cause as Error).message ?? cause);
    return { webAssembly, failure: { code, words } };
  }
};
