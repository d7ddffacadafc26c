import type { NewTrack } from "stagepass";
import type { QueuedUpload, UploadQueue } from "stagepass/uploads";
import { element, fromTemplate, within } from "../elements.js";
import { showFailure } from "../failure.js";
import { bytes, percent, timeLeft } from "./amount.js";
import { newTrackForm } from "./new-track.js";

/** Creates a track from a completed upload. */
export type Publish = (track: NewTrack) => Promise<void>;

/** A file's row: its progress, its buttons and, once it is uploaded, the form that creates a track from it. */
export interface UploadRow {
  readonly item: HTMLElement;
  /** Shows the current state. */
  show(entry: QueuedUpload): void;
}

export function uploadRow({ id, file }: QueuedUpload, queue: UploadQueue, publish: Publish): UploadRow {
  const item = fromTemplate("upload-row");
  const part = (css: string) => within(item, css);
  const bar = within<HTMLProgressElement>(item, "progress");
  part(".file").textContent = file.name;
  bar.ariaLabel = `Upload of ${file.name}`;
  const deeds = {
    ".cancel": { words: `Cancel the upload of ${file.name}`, press: () => queue.abort(id) },
    ".retry": { words: `Resume the upload of ${file.name}`, press: () => queue.retry(id) },
    ".remove": { words: `Remove ${file.name} from this list`, press: () => queue.remove(id) },
  };
  for (const [css, { words, press }] of Object.entries(deeds)) {
    part(css).ariaLabel = words;
    part(css).addEventListener("click", press);
  }

  let shown: QueuedUpload | undefined;
  let form: HTMLFormElement | undefined;
  const show = (entry: QueuedUpload) => {
    // Other files move, and not this one: what is said of it is not to be said again.
    if (entry === shown) return;
    const { status, sent, total, error, upload } = entry;
    const hadFocus = item.contains(document.activeElement);
    item.dataset.status = status;
    bar.max = total;
    bar.value = sent;
    part(".facts").textContent = facts(entry);
    const isUnderWay = status === "waiting" || status === "uploading";
    part(".cancel").hidden = !isUnderWay;
    part(".retry").hidden = status !== "failed" && status !== "aborted";
    part(".remove").hidden = isUnderWay;
    if (error !== shown?.error) showFailure(part(".error"), error ?? null);
    shown = entry;
    if (upload && !form) {
      const { trackCid } = upload;
      form = newTrackForm(file.name, (about) => publish({ ...about, trackCid }));
      item.append(form);
    }
    // The pressed button is disabled now, so a keyboard user would lose the focus.
    if (hadFocus && !item.querySelector(":focus")?.checkVisibility()) next(item).focus();
  };
  return { item, show };
}

function next(item: HTMLElement): HTMLElement {
  const controls = [...item.querySelectorAll<HTMLElement>("input"), ...item.querySelectorAll<HTMLElement>("button")];
  return controls.find((control) => control.checkVisibility()) ?? element("upload-file");
}

function facts({ status, sent, total, bytesPerSecond, secondsLeft, resumedFrom }: QueuedUpload): string {
  const whole = bytes(total);
  switch (status) {
    case "waiting":
      return `Waiting · ${whole}`;
    case "uploading": {
      if (sent === total) return `Checking the file · ${whole}`;
      const begun = resumedFrom ? [`resumed at ${percent(resumedFrom, total)}`] : [];
      const speed = bytesPerSecond === undefined ? [] : [`${bytes(bytesPerSecond)}/s`];
      const time = secondsLeft === undefined ? [] : [timeLeft(secondsLeft)];
      return [`${percent(sent, total)} of ${whole}`, ...begun, ...speed, ...time].join(" · ");
    }
    case "done":
      return `Uploaded · ${whole}`;
    case "failed":
      return `Failed · ${whole}`;
    case "aborted":
      return `Stopped · ${whole}. You can resume it for a day.`;
  }
}
