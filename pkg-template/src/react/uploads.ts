import { useEffect, useState, useSyncExternalStore } from "react";
import { createUploadQueue, type QueuedUpload, type UploadQueue, type UploadQueueOptions } from "../entry/uploads.js";
import { useStagepass } from "./provider.js";

/** The uploads of a component, and the functions to control them. The functions are stable. */
export interface UploadsState extends Pick<UploadQueue, "add" | "abort" | "retry" | "remove"> {
  /** All uploads in the order in which they were added, including finished ones. */
  readonly uploads: readonly QueuedUpload[];
}

const NONE: readonly QueuedUpload[] = [];

/**
 * Returns uploads of this component, and renders again as they progress. Several run at the same time. When the
 * component is removed, they are aborted. They resume if the user selects the same files again. For a client of
 * `stagepass()`.
 *
 * @param options Only the first value of `concurrency` is used.
 */
export const useUploads = (options?: UploadQueueOptions): UploadsState => {
  const client = useStagepass();
  const make = () => ({ client, queue: createUploadQueue(client.tracks, options) });
  const [held, hold] = useState(make);
  // Another client may be another user's.
  if (held.client !== client) hold(make());
  const { queue } = held;
  const uploads = useSyncExternalStore(queue.subscribe, queue.get, atFirst);
  useEffect(() => queue.abortAll, [queue]);
  const { add, abort, retry, remove } = queue;
  return { uploads, add, abort, retry, remove };
};

const atFirst = () => NONE;
