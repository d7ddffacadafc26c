import type { ProfilePicture } from "stagepass";

/** Shows a picture in `image`, from the first address that answers; `image` stays hidden where none does. */
export function showPicture(image: HTMLImageElement, picture: ProfilePicture | undefined): void {
  const addresses = picture ? addressesOf(picture) : [];
  const next = () => {
    const address = addresses.shift();
    image.hidden = true;
    if (address) image.src = address;
    else image.removeAttribute("src");
  };
  image.onload = () => {
    image.hidden = false;
  };
  image.onerror = next;
  next();
}

/** The picture's address at the pass's size, or the nearest to it, then the same at each mirror. */
function addressesOf(picture: ProfilePicture): string[] {
  const first = picture["480x480"] ?? picture["1000x1000"] ?? picture["150x150"];
  if (!first || !URL.canParse(first)) return [];
  const { pathname, search } = new URL(first);
  const mirrors = picture.mirrors.filter((mirror) => URL.canParse(mirror));
  return [first, ...mirrors.map((mirror) => new URL(pathname + search, mirror).href)];
}
