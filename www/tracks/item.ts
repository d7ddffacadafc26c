import type { SessionUser, Track } from "stagepass";
import { line } from "../elements.js";
import { showPicture } from "../picture.js";

/** A track in a list: what it is, between its buttons. `user` is who looks at it. */
export function trackItem(
  track: Track,
  user: SessionUser | null,
  before: HTMLButtonElement,
  after: HTMLElement | null,
): HTMLElement {
  const item = document.createElement("li");
  item.dataset.trackId = String(track.id);
  // A delisted track is not even played to its owner.
  before.disabled = !!track.delisted;
  const words = document.createElement("div");
  const owner = track.user.userId === user?.userId ? "You" : track.user.name;
  const gate = track.accessAuthorities.length ? ["gated"] : [];
  const genre = track.genre ? [track.genre] : [];
  const withdrawn = track.delisted ? ["delisted"] : [];
  const facts = line("p", [owner, length(track.duration), ...genre, ...gate, ...withdrawn].join(" · "));
  facts.className = "facts";
  words.append(line("p", track.title), facts);
  item.append(...[before, artwork(track), words, after].filter((part) => part !== null));
  return item;
}

/** Its picture. The title stands beside it: there is nothing in it to say. */
function artwork(track: Track): HTMLElement | null {
  if (!track.artwork) return null;
  const image = document.createElement("img");
  image.className = "artwork";
  image.alt = "";
  image.width = 48;
  image.height = 48;
  showPicture(image, track.artwork, "artwork");
  return image;
}

function length(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
