// Type tests of uploads: `tsc` compiles this file, and nothing runs it.

import type { Stagepass, UploadEntry } from "stagepass";
import { createUploadQueue, type QueuedUpload } from "stagepass/uploads";

/** The status decides what else an entry has. */
export const nextOf = (entry: UploadEntry): string => {
  // @ts-expect-error Only a complete upload has it.
  entry.upload.trackCid;
  // @ts-expect-error Only an unfinished upload expires.
  entry.expiresAt.toFixed();
  return entry.status === "completed" ? entry.upload.trackCid : `${entry.expiresAt.toFixed()} s`;
};

export const queued = (sp: Stagepass): readonly QueuedUpload[] => createUploadQueue(sp.tracks).get();
