import type { StagepassError } from "../errors.js";
import type { Tracks, Upload, UploadProgress } from "../types.js";

/** A file in a queue. A new object after each change, otherwise the same object. */
export interface QueuedUpload extends Readonly<UploadProgress> {
  /** The entry's ID in the queue. */
  readonly id: string;
  /** The file to upload. */
  readonly file: File;
  /** The state of the upload. */
  readonly status: "waiting" | "uploading" | "done" | "failed" | "aborted";
  /** The upload, if the status is `"done"`. */
  readonly upload?: Upload;
  /** The error, if the status is `"failed"`. */
  readonly error?: StagepassError;
}

/** Options of {@link createUploadQueue}. */
export interface UploadQueueOptions {
  /** How many files are uploaded at the same time, at least 1. Default 2. */
  concurrency?: number | undefined;
}

/**
 * A queue of uploads. Several run at the same time, in the order in which they were added. A store for
 * `useSyncExternalStore`.
 */
export interface UploadQueue {
  /** Adds files at the end. Returns their entries. */
  add(files: Iterable<File>): QueuedUpload[];
  /**
   * Returns all entries in the order in which they were added, including finished ones. A new list after each change.
   */
  get(): readonly QueuedUpload[];
  /** Calls `listener` after each change. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Aborts an upload that waits or runs. The service keeps the bytes, and {@link UploadQueue.retry} resumes. */
  abort(id: string): void;
  /** Queues an upload again that failed or was aborted. */
  retry(id: string): void;
  /** Aborts an upload and removes its entry. */
  remove(id: string): void;
  /** Aborts all uploads that wait or run. */
  abortAll(): void;
}

const NONE: readonly QueuedUpload[] = [];

/**
 * Creates a queue of uploads.
 *
 * @param tracks The `tracks` of a client.
 */
export const createUploadQueue = (
  tracks: Pick<Tracks, "upload">,
  { concurrency = 2 }: UploadQueueOptions = {},
): UploadQueue => {
  const most = concurrency >= 1 ? concurrency : 1;
  const listeners = new Set<() => void>();
  /** The abort controllers of running uploads. An upload that is not in here changes nothing any more. */
  const running = new Map<string, AbortController>();
  let entries = NONE;
  let count = 0;

  const find = (id: string) => entries.find((entry) => entry.id === id);

  const replace = (id: string, next: (entry: QueuedUpload) => QueuedUpload) => {
    entries = entries.map((entry) => (entry.id === id ? next(entry) : entry));
  };

  /** Starts the next uploads, then calls the listeners. */
  const go = () => {
    while (running.size < most) {
      const next = entries.find(({ status }) => status === "waiting");
      if (!next) break;
      start(next);
    }
    notify(listeners);
  };

  const start = ({ id, file }: QueuedUpload) => {
    const end = new AbortController();
    const isCurrent = () => running.get(id) === end;
    const settle = (next: (entry: QueuedUpload) => QueuedUpload) => {
      if (!isCurrent()) return;
      running.delete(id);
      replace(id, next);
      go();
    };
    const onProgress = (progress: UploadProgress) => {
      if (!isCurrent()) return;
      replace(id, (entry) => ({ ...still(entry, "uploading"), ...progress }));
      notify(listeners);
    };
    running.set(id, end);
    replace(id, (entry) => still(entry, "uploading"));
    // In an async function, so that a synchronous error is a failure like any other.
    (async () => tracks.upload(file, { signal: end.signal, onProgress }))().then(
      (upload) => settle((entry) => ({ ...still(entry, "done"), sent: entry.total, upload })),
      (error) =>
        settle((entry) => (error?.code === "aborted" ? still(entry, "aborted") : { ...still(entry, "failed"), error })),
    );
  };

  /** Aborts one upload without calling the listeners. */
  const stop = (id: string) => {
    const end = running.get(id);
    // First, because the abort may be reported at once.
    running.delete(id);
    end?.abort();
  };

  const abort = (isMeant: (entry: QueuedUpload) => boolean) => {
    const meant = entries.filter(
      (entry) => isMeant(entry) && (entry.status === "waiting" || entry.status === "uploading"),
    );
    if (!meant.length) return;
    // Mark all of them first. Otherwise the next upload would start when the first is aborted.
    for (const { id } of meant) replace(id, (entry) => still(entry, "aborted"));
    for (const { id } of meant) stop(id);
    go();
  };

  return {
    add(files) {
      const added = [...files].map((file): QueuedUpload => {
        return { id: `upload-${++count}`, file, status: "waiting", sent: 0, total: file.size };
      });
      if (!added.length) return [];
      entries = [...entries, ...added];
      go();
      return added.map((entry) => find(entry.id) ?? entry);
    },
    get: () => entries,
    subscribe(listener) {
      // Each subscription is separate, even of the same function.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    abort: (id) => abort((entry) => entry.id === id),
    retry(id) {
      const status = find(id)?.status;
      if (status !== "failed" && status !== "aborted") return;
      replace(id, (entry) => still(entry, "waiting"));
      go();
    },
    remove(id) {
      if (!find(id)) return;
      entries = entries.filter((entry) => entry.id !== id);
      stop(id);
      go();
    },
    abortAll: () => abort(() => true),
  };
};

/** Returns an entry with a new status, without its speed and error. */
const still = (
  { id, file, sent, total, uploadId, resumedFrom }: QueuedUpload,
  status: QueuedUpload["status"],
): QueuedUpload => ({
  id,
  file,
  status,
  sent,
  total,
  ...(uploadId === undefined ? {} : { uploadId }),
  ...(resumedFrom === undefined ? {} : { resumedFrom }),
});

/** Calls all current listeners. An error that one throws is reported as an uncaught error, and affects nothing else. */
const notify = (listeners: Set<() => void>): void => {
  for (const listener of [...listeners]) {
    if (!listeners.has(listener)) continue;
    try {
      listener();
    } catch (thrown) {
      setTimeout(() => {
        throw thrown;
      });
    }
  }
};
