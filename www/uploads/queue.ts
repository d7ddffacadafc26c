import type { NewTrack, Track } from "stagepass";
import { createUploadQueue, type QueuedUpload, type UploadQueue } from "stagepass/uploads";
import { element } from "../elements.js";
import type { Visit } from "../pass/sign-in.js";
import { showStored } from "../pass/view.js";
import { showTracks } from "../tracks/tracks.js";
import { acceptDrops } from "./drop-zone.js";
import { type UploadRow, uploadRow } from "./row.js";
import { askForUnfinished, forgetUnfinished, showUnfinished } from "./unfinished.js";

let visit: Visit | undefined;
let queue: UploadQueue | undefined;
const rows = new Map<QueuedUpload["id"], UploadRow>();
let shownAs = "";
const statuses = new Map<QueuedUpload["id"], QueuedUpload["status"]>();

/** Lets the user upload several files at once. Uploads stop when the user signs out, and can resume after a sign-in. */
export function offerUploads(current: Visit): void {
  queue?.abortAll();
  visit = current;
  queue = undefined;
  rows.clear();
  statuses.clear();
  list.replaceChildren();
  say("");
  forgetUnfinished();
  element("upload").hidden = !current.user;
  if (!current.user) return;
  element("read-only").hidden = current.sp.oauth.session.get().scope === "write";
  const uploads = createUploadQueue(current.sp.tracks);
  queue = uploads;
  uploads.subscribe(() => {
    if (queue === uploads) show(uploads);
  });
  void askForUnfinished(current);
}

function add(chosen: Iterable<File>): void {
  queue?.add(chosen);
}

function show(uploads: UploadQueue): void {
  const entries = uploads.get();
  for (const [id, { item }] of rows) {
    if (!entries.some((entry) => entry.id === id)) drop(id, item);
  }
  const known = entries.map(({ uploadId, status }) => `${uploadId} ${status}`).join();
  // This browser has noted, or forgotten, where one of them is.
  if (known !== shownAs) showStored();
  shownAs = known;
  for (const entry of entries) {
    let row = rows.get(entry.id);
    if (!row) {
      row = uploadRow(entry, uploads, (track) => publish(entry, track));
      rows.set(entry.id, row);
      list.append(row.item);
    }
    row.show(entry);
    report(entry);
  }
  showUnfinished(entries);
}

function drop(id: QueuedUpload["id"], item: HTMLElement): void {
  const hadFocus = item.contains(document.activeElement);
  item.remove();
  rows.delete(id);
  statuses.delete(id);
  if (hadFocus) files.focus();
  if (visit) void askForUnfinished(visit);
}

/**
 * Announces a new status to screen readers, but neither each step of the bar nor errors, which are announced anyway.
 */
function report({ id, file, status }: QueuedUpload): void {
  if (statuses.get(id) === status) return;
  statuses.set(id, status);
  if (status === "done") say(`${file.name} is uploaded. Give the track a title.`);
  if (status === "done" && visit) void askForUnfinished(visit);
}

async function publish(entry: QueuedUpload, track: NewTrack): Promise<void> {
  const during = visit;
  if (!during) return;
  const made = await during.sp.tracks.create(track);
  if (visit !== during) return;
  say(`“${made.title}” is created. It is the first of your tracks.`, made);
  // Its work is done.
  queue?.remove(entry.id);
  void showTracks({ ...during });
}

function say(words: string, made?: Track): void {
  const status = element("upload-status");
  status.textContent = words;
  if (made) status.dataset.trackId = String(made.id);
  else delete status.dataset.trackId;
}

const list = element("uploads");
const files = element<HTMLInputElement>("upload-file");

files.addEventListener("change", () => {
  add(files.files ?? []);
  // The same file, chosen again, is a choice as well.
  files.value = "";
});
acceptDrops(element("drop-zone"), add);
