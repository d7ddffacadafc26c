import type { Stagepass } from "stagepass";
import { createUploadQueue } from "stagepass/uploads";

/** Uploads whatever is chosen, three files at a time, and makes a track of each. */
export function uploadChosen(sp: Stagepass, input: HTMLInputElement, list: HTMLElement): void {
  const queue = createUploadQueue(sp.tracks, { concurrency: 3 });
  input.addEventListener("change", () => queue.add(input.files ?? []));
  queue.subscribe(() => {
    const lines = queue.get().map(({ file, status, sent, total, error }) => {
      const line = document.createElement("li");
      line.textContent = `${file.name}: ${status}, ${sent} of ${total} bytes. ${error?.title ?? ""}`;
      return line;
    });
    list.replaceChildren(...lines);
    for (const { id, file, upload } of queue.get()) {
      if (!upload) continue;
      queue.remove(id);
      void sp.tracks.create({ title: file.name, trackCid: upload.trackCid });
    }
  });
}
