import type { StagepassError } from "../errors.js";
import type { Stagepass, Upload, UploadProgress } from "../types.js";

/** A file in a queue, as it stands: a new object for each change, the same one in between. */
export interface UploadEntry extends Readonly<UploadProgress> {
  /** What the queue calls it. */
  readonly id: string;
  readonly file: File;
  readonly status: "waiting" | "uploading" | "done" | "failed" | "aborted";
  /** What came of it, if it is `"done"`. */
  readonly upload?: Upload;
  /** Why it is `"failed"`. */
  readonly error?: StagepassError;
}

/** What {@link createUploadQueue} takes. */
export interface UploadQueueOptions {
  /** How many files are uploaded at the same time, 1 or more. Default 2. */
  atOnce?: number | undefined;
}

/** Files that are uploaded, some at the same time, in the order in which they came. A store as `useSyncExternalStore` takes it. */
export interface UploadQueue {
  /** Puts files at the end. Gives them as they stand then. */
  add(files: Iterable<File>): UploadEntry[];
  /** All of them, those that are over included, in the order in which they came. A new list for each change. */
  get(): readonly UploadEntry[];
  /** Calls `listener` after each change. Gives what ends that. */
  subscribe(listener: () => void): () => void;
  /** Stops one that waits or is uploaded. What was sent stays with the service: {@link UploadQueue.retry} goes on with it. */
  abort(id: string): void;
  /** Has one that failed or was aborted wait for its turn again. */
  retry(id: string): void;
  /** Takes one out, and stops it. Nothing more is told of it. */
  remove(id: string): void;
  /** Stops all that wait or are uploaded. */
  abortAll(): void;
}

const NONE: readonly UploadEntry[] = [];

/**
 * A queue of uploads.
 *
 * @param tracks The `tracks` of a client.
 */
export const createUploadQueue = (
  tracks: Pick<Stagepass["tracks"], "upload">,
  { atOnce = 2 }: UploadQueueOptions = {},
): UploadQueue => {
  const most = atOnce >= 1 ? atOnce : 1;
  const listeners = new Set<() => void>();
  /** What ends each upload that is under way. What is no longer in here changes nothing any more. */
  const running = new Map<string, AbortController>();
  let entries = NONE;
  let count = 0;

  const find = (id: string) => entries.find((entry) => entry.id === id);

  const replace = (id: string, next: (entry: UploadEntry) => UploadEntry) => {
    entries = entries.map((entry) => (entry.id === id ? next(entry) : entry));
  };

  /** Starts what may start, then tells of all that has changed. */
  const go = () => {
    while (running.size < most) {
      const next = entries.find(({ status }) => status === "waiting");
      if (!next) break;
      start(next);
    }
    tell(listeners);
  };

  const start = ({ id, file }: UploadEntry) => {
    const end = new AbortController();
    const isCurrent = () => running.get(id) === end;
    const settle = (next: (entry: UploadEntry) => UploadEntry) => {
      if (!isCurrent()) return;
      running.delete(id);
      replace(id, next);
      go();
    };
    const onProgress = (progress: UploadProgress) => {
      if (!isCurrent()) return;
      replace(id, (entry) => ({ ...still(entry, "uploading"), ...progress }));
      tell(listeners);
    };
    running.set(id, end);
    replace(id, (entry) => still(entry, "uploading"));
    // By a function of its own: one that throws at once has failed like any other.
    (async () => tracks.upload(file, { signal: end.signal, onProgress }))().then(
      (upload) => settle((entry) => ({ ...still(entry, "done"), sent: entry.total, upload })),
      (error) =>
        settle((entry) => (error?.code === "aborted" ? still(entry, "aborted") : { ...still(entry, "failed"), error })),
    );
  };

  /** Ends one without a word: who calls it tells. */
  const stop = (id: string) => {
    const end = running.get(id);
    // First, since the end of one may be heard of at once.
    running.delete(id);
    end?.abort();
  };

  const abort = (isMeant: (entry: UploadEntry) => boolean) => {
    const meant = entries.filter(
      (entry) => isMeant(entry) && (entry.status === "waiting" || entry.status === "uploading"),
    );
    if (!meant.length) return;
    // All of them before any ends, or the next would take the place of the first.
    for (const { id } of meant) replace(id, (entry) => still(entry, "aborted"));
    for (const { id } of meant) stop(id);
    go();
  };

  return {
    add(files) {
      const added = [...files].map((file): UploadEntry => {
        return { id: `upload-${++count}`, file, status: "waiting", sent: 0, total: file.size };
      });
      if (!added.length) return [];
      entries = [...entries, ...added];
      go();
      return added.map((entry) => find(entry.id) ?? entry);
    },
    get: () => entries,
    subscribe(listener) {
      // Each subscription is one of its own, also of the same function.
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

/** What stays true of an entry when its status changes: a speed does not, nor why it failed. */
const still = (
  { id, file, sent, total, uploadId, resumedFrom }: UploadEntry,
  status: UploadEntry["status"],
): UploadEntry => ({
  id,
  file,
  status,
  sent,
  total,
  ...(uploadId === undefined ? {} : { uploadId }),
  ...(resumedFrom === undefined ? {} : { resumedFrom }),
});

/** Calls each listener that is still one. What one throws is reported as an uncaught error, and stops nothing. */
const tell = (listeners: Set<() => void>): void => {
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
