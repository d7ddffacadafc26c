import { useEffect, useState, useSyncExternalStore } from "react";
import { createUploadQueue, type UploadEntry, type UploadQueue, type UploadQueueOptions } from "../uploads/queue.js";
import { useStagepass } from "./provider.js";

/** The uploads of a component, and what is done to them. The functions stay the same. */
export interface UploadsState extends Pick<UploadQueue, "add" | "abort" | "retry" | "remove"> {
  /** All of them, those that are over included, in the order in which they came. */
  readonly uploads: readonly UploadEntry[];
}

const NONE: readonly UploadEntry[] = [];

/**
 * Uploads of this component's own, some at the same time; renders anew as they go on. They are aborted when it goes, and go on
 * where they were when somebody chooses the same files again.
 *
 * @param options `atOnce` counts as it is at first.
 */
export const useUpload = (options?: UploadQueueOptions): UploadsState => {
  const client = useStagepass();
  const make = () => ({ client, queue: createUploadQueue(client.tracks, options) });
  const [held, hold] = useState(make);
  // Another client may be another person's.
  if (held.client !== client) hold(make());
  const { queue } = held;
  const uploads = useSyncExternalStore(queue.subscribe, queue.get, atFirst);
  useEffect(() => queue.abortAll, [queue]);
  const { add, abort, retry, remove } = queue;
  return { uploads, add, abort, retry, remove };
};

const atFirst = () => NONE;
