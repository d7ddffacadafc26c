import type { ProfilePicture } from "../types.js";

/** Shows a picture in 150 by 150 pixels, or the next size, from the first address that responds. */
export const showPicture = (image: HTMLImageElement, picture: ProfilePicture | undefined): void => {
  const addresses = addressesOf(picture);
  // Another render must not load the same picture again.
  if (image.dataset.src === (addresses[0] ?? "")) return;
  image.dataset.src = addresses[0] ?? "";
  const next = () => {
    const address = addresses.shift();
    image.hidden = !address;
    if (address) image.src = address;
    else image.removeAttribute("src");
  };
  image.onerror = next;
  next();
};

/** Returns the picture's address, then the same at each mirror. */
const addressesOf = (picture: ProfilePicture | undefined): string[] => {
  const first = picture?.["150x150"] ?? picture?.["480x480"] ?? picture?.["1000x1000"];
  if (!picture || !first) return [];
  const { pathname, search } = new URL(first, location.href);
  return [first, ...picture.mirrors.map((mirror) => mirror.replace(/\/$/, "") + pathname + search)];
};
