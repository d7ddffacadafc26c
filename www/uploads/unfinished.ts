import type { UploadEntry, UploadPage } from "stagepass";
import type { QueuedUpload } from "stagepass/uploads";
import { button, element, line } from "../elements.js";
import { showFailure } from "../failure.js";
import type { Visit } from "../pass/sign-in.js";
import { bytes, percent } from "./amount.js";

/** How many of the newest uploads are looked through. */
const NEWEST = 100;

let latest: Visit | undefined;
let kept: UploadEntry[] = [];
let inHand: readonly QueuedUpload[] = [];
let shown = "";

/** Asks the service which uploads have only begun, and shows those. */
export async function askForUnfinished(visit: Visit): Promise<void> {
  latest = visit;
  try {
    const { items, quota } = await visit.sp.tracks.uploads({ limit: NEWEST });
    if (latest !== visit) return;
    kept = items.filter(({ status }) => status === "uploading");
    showQuota(quota);
    show(visit);
  } catch (error) {
    if (latest === visit) showFailure("upload-error", error);
  }
}

/** Hides the unfinished uploads, which belong to the previous user. */
export function forgetUnfinished(): void {
  latest = undefined;
  kept = [];
  inHand = [];
  shown = "";
  showQuota(undefined);
  showFailure("upload-error", null);
  element("unfinished").hidden = true;
  element("unfinished-list").replaceChildren();
}

/** The files of these have been chosen again. */
export function showUnfinished(entries: readonly QueuedUpload[]): void {
  inHand = entries;
  if (latest) show(latest);
}

function show(visit: Visit): void {
  const left = kept.filter((upload) => !inHand.some((entry) => isOf(upload, entry)));
  // This is called at each progress step. An unchanged list keeps its focus.
  const now = left.map(({ uploadId, sent }) => `${uploadId} ${sent}`).join();
  if (now === shown) return;
  shown = now;
  element("unfinished").hidden = !left.length;
  element("unfinished-list").replaceChildren(...left.map((upload) => item(visit, upload)));
}

/** Whether this file continues that upload, or probably will. */
function isOf(upload: UploadEntry, { uploadId, file }: QueuedUpload): boolean {
  return uploadId ? uploadId === upload.uploadId : file.name === upload.filename && file.size === upload.total;
}

function item(visit: Visit, { uploadId, filename, sent, total }: UploadEntry): HTMLElement {
  const made = document.createElement("li");
  const name = filename ?? "A file without a name";
  const words = document.createElement("div");
  words.className = "what";
  const facts = line("p", `${percent(sent, total)} of ${bytes(total)} uploaded`);
  facts.className = "facts";
  const title = line("p", name);
  title.className = "file";
  words.append(title, facts);
  const discard = button("discard link", "Discard", `Discard the upload of ${name}`, async () => {
    showFailure("upload-error", null);
    try {
      await visit.sp.tracks.discardUpload(uploadId);
      element("upload-file").focus();
      if (latest === visit) await askForUnfinished(visit);
    } catch (error) {
      if (latest === visit) showFailure("upload-error", error);
    }
  });
  made.append(words, discard);
  return made;
}

function showQuota(quota: UploadPage["quota"] | undefined): void {
  element("quota").textContent = quota ? `Your uploads take ${bytes(quota.used)} of ${bytes(quota.bytes)}.` : "";
}
