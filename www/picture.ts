import type { ProfilePicture } from "stagepass";

type Size = "150x150" | "480x480" | "1000x1000";

/** From the one that is best to the one that is worst. */
const SIZES: { [what in "portrait" | "artwork"]: Size[] } = {
  portrait: ["480x480", "1000x1000", "150x150"],
  artwork: ["150x150", "480x480", "1000x1000"],
};

/** Shows a picture in `image`, from the first address that answers; `image` stays hidden where none does. */
export function showPicture(
  image: HTMLImageElement,
  picture: ProfilePicture | undefined,
  what: keyof typeof SIZES = "portrait",
): void {
  const addresses = picture ? addressesOf(picture, SIZES[what]) : [];
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

/** The picture's address at the first of these sizes that there is, then the same at each mirror. */
function addressesOf(picture: ProfilePicture, sizes: Size[]): string[] {
  const first = sizes.map((size) => picture[size]).find((address) => address !== undefined);
  if (!first || !URL.canParse(first)) return [];
  const { pathname, search } = new URL(first);
  const mirrors = picture.mirrors.filter((mirror) => URL.canParse(mirror));
  return [first, ...mirrors.map((mirror) => new URL(pathname + search, mirror).href)];
}
