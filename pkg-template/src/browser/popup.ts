import { attempt } from "../attempt.js";

const WIDTH = 480;
const HEIGHT = 720;

/** Returns the popup's features: centred over this window, on any screen. */
const features = (): string => {
  const { screenX, screenY, outerWidth, outerHeight } = window;
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
};

/**
 * Opens a blank window. Returns null if it is blocked, or in an in-app browser without `open`.
 *
 * The window has no name. By its name, `open` would find a popup of another tab's login, and replace it.
 */
export const openBlank = (): Window | null => {
  return attempt(() => window.open("", "_blank", features())) ?? null;
};

/** Closes a popup that the login did not use. A popup with the service's page (another origin) belongs to the core. */
export const closeIfBlank = (popup?: Window | null): void => {
  // A window of another origin, which cannot be read, is not blank.
  if (attempt(() => popup?.location.href) === "about:blank") popup?.close();
};
