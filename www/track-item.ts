import type { Track, User } from "stagepass";
import { line } from "./elements.js";

/** A track in a list: what it is, between its buttons. `user` is who looks at it. */
export function trackItem(
  track: Track,
  user: User | null,
  before: HTMLElement,
  after: HTMLElement | null,
): HTMLElement {
  const item = document.createElement("li");
  item.dataset.trackId = String(track.id);
  const words = document.createElement("div");
  const owner = track.user.userId === user?.userId ? "You" : track.user.name;
  const gate = track.accessAuthorities.length ? ["gated"] : [];
  const facts = line("p", [owner, length(track.duration), ...gate].join(" · "));
  facts.className = "facts";
  words.append(line("p", track.title), facts);
  item.append(...[before, words, after].filter((part) => part !== null));
  return item;
}

function length(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
