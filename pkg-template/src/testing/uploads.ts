import type { PageOptions, Tracks, Upload, UploadEntry, UploadOptions, UploadProgress } from "../types.js";
import { failure } from "./failure.js";
import type { Acting } from "./fake-tracks.js";
import type { FakeOptions } from "./options.js";
import { pageOf } from "./pages.js";

/** The quota of one user: bytes, and unfinished uploads. */
const QUOTA = 20_000_000_000;
const MOST_UNFINISHED = 20;

/** The lifetime of an unfinished upload, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** The uploads of a fake client. */
export interface Uploads {
  methods: Pick<Tracks, "upload" | "uploads" | "discardUpload">;
  /** Makes later uploads wait at their start, until the returned function moves them on. */
  hold(): (share?: number, bytesPerSecond?: number) => void;
}

/** An upload at the service. */
interface FakeUpload {
  /** Its place in the order of creation. */
  readonly entry: number;
  readonly userId: number;
  readonly file: Blob;
  sent: number;
  isComplete: boolean;
  /** Whether the browser has a resume point, so that an upload of the same file resumes. */
  isRemembered: boolean;
}

/** The wait of some uploads. */
interface Hold {
  share: number;
  bytesPerSecond: number | undefined;
  readonly waiting: Set<() => void>;
}

/**
 * @param isInUse Returns whether a track of the user has this content.
 * @param reach Throws `network` if the service cannot be reached.
 */
export const openUploads = (
  { uploadQuota = QUOTA }: FakeOptions,
  acting: Acting,
  isInUse: (trackCid: string, userId: number) => boolean,
  reach: () => void,
): Uploads => {
  let all: FakeUpload[] = [];
  let count = 0;
  let held: Hold | undefined;

  const of = (userId: number) => all.filter((one) => one.userId === userId);
  const used = (userId: number) => of(userId).reduce((sum, { file }) => sum + file.size, 0);

  const begin = (file: Blob, userId: number): FakeUpload => {
    if (!file.size) throw failure("upload_refused", { status: 422, description: "the file is empty" });
    const room = uploadQuota - used(userId);
    if (file.size > room) {
      const description = `${uploadQuota} bytes may be kept, ${uploadQuota - room} are`;
      throw failure("quota_exceeded", { status: 413, description });
    }
    if (of(userId).filter(({ isComplete }) => !isComplete).length >= MOST_UNFINISHED) {
      const description = `${MOST_UNFINISHED} uploads are unfinished: finish or delete one`;
      throw failure("quota_exceeded", { status: 429, description });
    }
    const kept: FakeUpload = { entry: ++count, userId, file, sent: 0, isComplete: false, isRemembered: true };
    for (const one of of(userId)) if (isSameFile(one.file, file)) one.isRemembered = false;
    all = [kept, ...all];
    return kept;
  };

  /** Moves an upload on as far as it may go, until it is complete. */
  const finish = async (kept: FakeUpload, { onProgress, signal }: UploadOptions): Promise<Upload> => {
    const hold = held;
    const resumedFrom = kept.sent;
    const total = kept.file.size;
    const report = (speed: Partial<UploadProgress> = {}) => {
      const at = { sent: kept.sent, total, uploadId: idOf(kept) };
      // Like the real one: an error of the app's function is no failure of the upload.
      if (!signal?.aborted)
        queueMicrotask(() => onProgress?.({ ...at, ...(resumedFrom && { resumedFrom }), ...speed }));
    };
    report();
    for (;;) {
      const share = hold ? hold.share : 1;
      const before = kept.sent;
      kept.sent = Math.max(before, Math.floor(total * share));
      if (kept.sent > before) report(speedOf(hold, total - kept.sent));
      if (share >= 1) break;
      await moved(hold as Hold, signal);
      if (signal?.aborted) throw failure("aborted", { cause: signal.reason });
      reach();
    }
    kept.isComplete = true;
    return uploadOf(kept);
  };

  return {
    methods: {
      async upload(file, options = {}) {
        const isBlob = typeof Blob === "function" && (file as unknown) instanceof Blob;
        if (!isBlob) throw failure("option_invalid", { message: "file must be a File or a Blob." });
        const { userId } = acting("write", !!nameOf(file)).user;
        const isSame = (one: FakeUpload) => one.isRemembered && !one.isComplete && isSameFile(one.file, file);
        const before = options.resume === false ? undefined : of(userId).find(isSame);
        return finish(before ?? begin(file, userId), options);
      },
      async uploads(options?: PageOptions) {
        const { userId } = acting("read").user;
        const { items, ...more } = pageOf(of(userId), ({ entry }) => entry, options);
        return { items: items.map(entryOf), ...more, quota: { bytes: uploadQuota, used: used(userId) } };
      },
      async discardUpload(uploadId) {
        if (typeof uploadId !== "string" || !/^[\w-]+$/.test(uploadId)) {
          throw failure("option_invalid", { message: "uploadId is not valid: pass the uploadId of an upload." });
        }
        const { userId } = acting("write").user;
        const kept = of(userId).find((one) => idOf(one) === uploadId);
        if (!kept) throw failure("not_found", { status: 404 });
        if (kept.isComplete && isInUse(cidOf(kept), userId)) throw failure("conflict", { status: 409 });
        all = all.filter((one) => one !== kept);
      },
    },
    hold() {
      const created: Hold = { share: 0, bytesPerSecond: undefined, waiting: new Set() };
      held = created;
      return (share = 1, bytesPerSecond) => {
        created.share = Math.max(created.share, share);
        created.bytesPerSecond = bytesPerSecond;
        if (created.share >= 1 && held === created) held = undefined;
        for (const wake of [...created.waiting]) wake();
      };
    },
  };
};

/** Waits until the upload is moved on or aborted. */
const moved = ({ waiting }: Hold, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      waiting.delete(wake);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    waiting.add(wake);
    signal?.addEventListener("abort", wake);
  });

const speedOf = (hold: Hold | undefined, left: number): Partial<UploadProgress> => {
  const { bytesPerSecond } = hold ?? {};
  return bytesPerSecond ? { bytesPerSecond, secondsLeft: Math.ceil(left / bytesPerSecond) } : {};
};

const nameOf = (file: Blob): string | undefined => (file as Partial<File>).name;

/** A blob without a name is never the same file as another. */
const isSameFile = (one: Blob, other: Blob): boolean =>
  !!nameOf(one) &&
  nameOf(one) === nameOf(other) &&
  one.size === other.size &&
  one.type === other.type &&
  (one as File).lastModified === (other as File).lastModified;

const idOf = ({ entry }: FakeUpload) => `fake-upload-${entry}`;

const cidOf = ({ entry }: FakeUpload) => `bafkreifakeupload${entry}`;

const uploadOf = (kept: FakeUpload): Upload => ({
  uploadId: idOf(kept),
  trackCid: cidOf(kept),
  mimeType: kept.file.type || "audio/mpeg",
  duration: 180,
});

const entryOf = (kept: FakeUpload): UploadEntry => {
  const { file, sent, isComplete } = kept;
  const filename = nameOf(file);
  const facts = { uploadId: idOf(kept), total: file.size, sent, ...(filename ? { filename } : {}) };
  return isComplete
    ? { ...facts, status: "completed", upload: uploadOf(kept) }
    : { ...facts, status: "uploading", expiresAt: Date.now() + LIFETIME };
};
