const WIDTH = 480;
const HEIGHT = 720;

/** The popup's features: centred over this window, whichever screen it is on. */
export const features = (): string => {
  const { screenX, screenY, outerWidth, outerHeight } = window;
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
};

/**
 * A blank window, or null where there can be none: refused, or an in-app browser, where `open` is missing or throws.
 *
 * It has no name of ours: `open` would find a window of that name again, and take it away from a login in another tab.
 */
export const openBlank = (): Window | null => {
  try {
    return window.open("", "_blank", features());
  } catch {
    return null;
  }
};

/** Closes a window that the login never came to use. One that shows the service's page (another origin) is the core's. */
export const closeIfBlank = (popup?: Window | null): void => {
  try {
    if (popup?.location.href === "about:blank") popup.close();
  } catch {
    // Another origin's window: not blank.
  }
};
