import { type DetailedError, Upload as TusUpload } from "tus-js-client";
import type { Upload, UploadOptions } from "../types.js";
import { OF_SERVICE, refusal, type Statuses } from "./failure.js";
import { stackFor } from "./request.js";
import type { Service } from "./service.js";
import { dataOf } from "./track.js";
import type { Wire } from "./wire.js";

/** How much goes in one request, in bytes: what may have to be sent again. */
const CHUNK = 5 * 1024 * 1024;

/** How long to wait before each new try, in milliseconds. They are counted anew once something has arrived. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000];

const OF_UPLOADS: Statuses = { ...OF_SERVICE, 413: "upload_refused", 422: "upload_refused" };

/** `tracks.upload`: tus 1.0, then the service's own word of what it has got. */
export const upload = async (
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
  service: Service,
  wire: Wire,
): Promise<Upload> => {
  const { fail } = wire;
  if (!(file instanceof Blob)) throw fail("option_invalid", { message: "file is no Blob: pass a File or a Blob." });
  // The core is there and has checked the configuration, before an address is made of it.
  const endpoint = await wire.within(signal, async () => service.under("uploads").href);
  const url = await sent(file, endpoint, { onProgress, signal }, service, wire);
  // Of the address that the service gave, which is under its own, or nothing would have been sent there.
  return complete(wire, dataOf(await service.ask(url, { signal })));
};

/** Sends the file; gives the upload's address. */
const sent = (
  file: Blob,
  endpoint: string,
  { onProgress, signal }: UploadOptions,
  service: Service,
  wire: Wire,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const end = new AbortController();
    const settle = () => {
      end.abort();
      signal?.removeEventListener("abort", abort);
    };
    const abort = () => {
      settle();
      void upload.abort();
      reject(wire.fail("aborted", { cause: signal?.reason }));
    };
    const upload = new TusUpload(file, {
      endpoint,
      chunkSize: CHUNK,
      retryDelays: RETRY_DELAYS,
      // Nothing of an upload is kept in this browser.
      storeFingerprintForResuming: false,
      fingerprint: async () => "",
      metadata: {
        ...(file instanceof File ? { filename: file.name } : {}),
        ...(file.type ? { filetype: file.type } : {}),
      },
      httpStack: stackFor(service, wire, end.signal),
      onShouldRetry: (error) => mayRetry(error, wire),
      // Not in the middle of tus's own work: what an app's function throws is no failure of the upload.
      onProgress: (sent, total) =>
        queueMicrotask(() => {
          if (!end.signal.aborted) onProgress?.({ sent, total });
        }),
      onSuccess: () => {
        queueMicrotask(() => {
          settle();
          resolve(upload.url as string);
        });
      },
      onError: (error) => {
        settle();
        reject(failureOf(error, wire));
      },
    });
    signal?.addEventListener("abort", abort);
    upload.start();
  });

/** Whether a new try may help: the network failed, or the service does not feel well. */
const mayRetry = ({ causingError, originalResponse }: DetailedError, { isFailure }: Wire): boolean => {
  if (isFailure(causingError)) return causingError.code === "network" || causingError.code === "timeout";
  const status = originalResponse?.getStatus();
  return !status || status >= 500 || [408, 409, 423, 429].includes(status);
};

const failureOf = (error: Error | DetailedError, wire: Wire): Error => {
  const { causingError, originalResponse } = error as DetailedError;
  if (wire.isFailure(causingError)) return causingError;
  const status = originalResponse?.getStatus();
  // A success that tus does not understand: no proper tus server.
  if (!status || status < 400) return wire.fail("bad_response", { cause: error, ...(status ? { status } : {}) });
  return refusal(wire, OF_UPLOADS, status, originalResponse?.getBody() ?? "");
};

/** What the service says of a complete upload. */
const complete = ({ fail }: Wire, raw: unknown): Upload => {
  const { id, track_cid, mime_type, duration } = (raw ?? {}) as { [member: string]: unknown };
  if (
    typeof id !== "string" ||
    typeof track_cid !== "string" ||
    typeof mime_type !== "string" ||
    typeof duration !== "number"
  ) {
    throw fail("bad_response");
  }
  return { uploadId: id, trackCid: track_cid, mimeType: mime_type, duration };
};
