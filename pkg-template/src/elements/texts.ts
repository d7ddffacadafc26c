import type { StagepassError } from "../errors.js";

/** The texts of all elements, each replaced by the attribute `text-NAME`. */
const TEXTS = {
  "sign-in": "Sign in",
  "sign-out": "Sign out",
  "sign-in-again": "Sign in again",
  retry: "Try again",
  verified: "Verified",
  play: "Play",
  pause: "Pause",
  position: "Position",
  opens: "Opens {}, your time.",
  buy: "Buy it at {}",
  join: "Ask to join at {}",
};

/** The attributes that replace the texts. */
export const TEXT_ATTRIBUTES: string[] = Object.keys(TEXTS).map((name) => `text-${name}`);

/** Returns a text of an element, with `value` in place of `{}`. */
export const textOf = (host: Element, name: keyof typeof TEXTS, value = ""): string =>
  (host.getAttribute(`text-${name}`) ?? TEXTS[name]).replace("{}", () => value);

/** Returns what to show of an error. The attribute `text-CODE` replaces it. */
export const errorTextOf = (host: Element, { code, title, message }: StagepassError): string =>
  host.getAttribute(`text-${code}`) ?? title ?? message;

/** Reports an error to the page, for its own log or message. */
export const report = (host: Element, error: unknown): void => {
  host.dispatchEvent(new CustomEvent("stagepass-error", { detail: error, bubbles: true, composed: true }));
};
