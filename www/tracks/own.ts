import type { Listens, Track } from "stagepass";
import { element, fromTemplate, iconButton, within } from "../elements.js";
import { showFailure } from "../failure.js";
import type { Visit } from "../pass/sign-in.js";

/**
 * Adds a button to one of the user's own tracks. It opens a form with the title and genre, the artwork, whether other
 * users can find the track, and how often it was heard.
 *
 * @param remake Creates the list item again, from the changed track.
 */
export function offerEditing(
  visit: Visit,
  track: Track,
  item: HTMLElement,
  remake: (track: Track) => HTMLElement,
): void {
  const open = iconButton("edit", "Edit", `Edit ${track.title}`, () => {
    const form = item.querySelector("form");
    open.ariaExpanded = String(!form);
    if (form) form.remove();
    else item.append(editForm(visit, track, item, remake));
  });
  open.ariaExpanded = "false";
  item.append(open);
}

function editForm(
  { sp }: Visit,
  track: Track,
  item: HTMLElement,
  remake: (track: Track) => HTMLElement,
): HTMLFormElement {
  const form = fromTemplate<HTMLFormElement>("edit-track");
  const field = (name: string) => within<HTMLInputElement>(form, `[name=${name}]`);
  const error = within(form, ".error");
  form.ariaLabel = `Edit ${track.title}`;
  field("title").value = track.title;
  field("genre").value = track.genre ?? "";
  field("delist").textContent = track.delisted ? "List again" : "Delist";
  field("remove-artwork").hidden = !track.artwork;

  let isUnderWay = false;
  const change = async (words: string, work: () => Promise<Track>) => {
    if (isUnderWay) return;
    isUnderWay = true;
    showFailure(error, null);
    try {
      const changed = await work();
      // Otherwise the list was rendered again meanwhile.
      if (item.isConnected) replace(item, remake(changed));
      element("tracks-status").textContent = words;
    } catch (failure) {
      showFailure(error, failure);
    }
    isUnderWay = false;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const title = field("title").value.trim();
    const genre = field("genre").value.trim() || null;
    void change(`“${title}” is saved.`, () => sp.tracks.update(track.id, { title, genre }));
  });
  field("delist").addEventListener("click", () => {
    const delisted = !track.delisted;
    const words = delisted
      ? `Other users can no longer find “${track.title}”.`
      : `Other users can find “${track.title}” again.`;
    void change(words, () => sp.tracks.update(track.id, { delisted }));
  });
  field("artwork").addEventListener("change", ({ target }) => {
    const [picture] = (target as HTMLInputElement).files ?? [];
    if (picture) void change("The artwork is saved.", () => sp.tracks.setArtwork(track.id, picture));
  });
  field("remove-artwork").addEventListener("click", () => {
    void change("The artwork is removed.", async () => {
      await sp.tracks.removeArtwork(track.id);
      return sp.tracks.get(track.id);
    });
  });
  sp.tracks.listens(track.id).then(
    (listens) => {
      within(form, ".listens").textContent = listensText(listens);
    },
    (failure) => showFailure(error, failure),
  );
  return form;
}

/** Puts the new item where the old one is, with its form open, and the focus where it was. */
function replace(item: HTMLElement, remade: HTMLElement): void {
  const focused = document.activeElement;
  const name = focused && item.contains(focused) ? focused.getAttribute("name") : null;
  item.replaceWith(remade);
  within(remade, "button.edit").click();
  if (!name) return;
  const control = within(remade, `[name=${name}]`);
  if (control.checkVisibility()) control.focus();
  else within(remade, "button.edit").focus();
}

function listensText({ total, days }: Listens): string {
  if (!total) return "Nobody has listened to it yet.";
  const latest = days.slice(0, 7).map(({ date, listens }) => `${listens} on ${date}`);
  return `Listened to ${times(total)}: ${latest.join(", ")}.`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
