import { type DetailedError, type HttpRequest, type HttpResponse, Upload as TusUpload } from "tus-js-client";
import type { StagepassError } from "../errors.js";
import type { UploadOptions, UploadProgress } from "../types.js";
import { OF_FILES, refusal, type Statuses } from "./failure.js";
import { openPace } from "./pace.js";
import { stackFor } from "./request.js";
import type { ResumePoint } from "./resume.js";
import type { Service } from "./service.js";
import type { Wire } from "./wire.js";

/** The size of one request, in bytes. At most this is sent again. It equals a part of a bucket's multipart upload. */
const CHUNK = 8 * 1024 * 1024;

/**
 * The delays before each retry, in milliseconds. They restart once bytes have arrived. In total, they outlast a short
 * network loss or a restart of the service.
 */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000];

/** 423: another request for the same upload is running. */
const OF_UPLOADS: Statuses = { ...OF_FILES, 423: "conflict" };

/** The target of an upload. */
interface Destination {
  service: Service;
  wire: Wire;
  /** The resume point, if the upload can be resumed. */
  point: ResumePoint | undefined;
  /** The URL of the upload, if it has started. */
  address: string | undefined;
}

/** Sends the file. Returns the upload's URL. */
export const send = (
  file: Blob,
  { onProgress, signal }: UploadOptions,
  { service, wire, point, address }: Destination,
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
    const account = openAccount(address !== undefined);
    const save = () => point?.save(upload.url as string, account.until);
    const upload = new TusUpload(file, {
      endpoint: service.under("uploads").href,
      ...(address ? { uploadUrl: address } : {}),
      chunkSize: CHUNK,
      retryDelays: RETRY_DELAYS,
      // We store resume points ourselves.
      storeFingerprintForResuming: false,
      fingerprint: async () => "",
      metadata: {
        ...(file instanceof File ? { filename: file.name } : {}),
        ...(file.type ? { filetype: file.type } : {}),
      },
      httpStack: stackFor(service, wire, end.signal),
      onShouldRetry: (error) => mayRetry(error, wire),
      onAfterResponse: (request, answer) => {
        if (request.getMethod() === "HEAD") checkFound(answer, file, point, wire);
        if (request.getMethod() === "PATCH") checkSent(request, answer, file, wire);
        account.note(request, answer);
      },
      onUploadUrlAvailable: save,
      onChunkComplete: save,
      onProgress: (sent, total) => {
        const progress = account.progress(upload.url, sent, total);
        // Outside of tus's own work: an error of the app's function is no failure of the upload.
        queueMicrotask(() => {
          if (!end.signal.aborted) onProgress?.(progress);
        });
      },
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
    if (signal?.aborted) abort();
    else upload.start();
  });

/** Collects what responses say about an upload. */
const openAccount = (isResumed: boolean) => {
  const pace = openPace(() => performance.now());
  let resumedFrom = 0;
  let isAnswered = !isResumed;
  const account = {
    /** When the upload expires, by this clock, in milliseconds since 1970. */
    until: undefined as number | undefined,
    note(request: HttpRequest, answer: HttpResponse): void {
      const [expires = 0, now = Date.now()] = ["Upload-Expires", "Date"].map((name) => timeIn(answer, name));
      account.until = expires ? Date.now() + expires - now : undefined;
      // Only the first offset is that of an earlier attempt. Later ones are of this attempt.
      if (!isAnswered && request.getMethod() === "HEAD") resumedFrom = Number(answer.getHeader("Upload-Offset") ?? 0);
      isAnswered = true;
    },
    progress(url: string | null, sent: number, total: number): UploadProgress {
      const uploadId = url && new URL(url).pathname.split("/").pop();
      return {
        sent,
        total,
        ...(uploadId ? { uploadId } : {}),
        ...(resumedFrom ? { resumedFrom } : {}),
        ...pace(sent, total),
      };
    },
  };
  return account;
};

const timeIn = (answer: HttpResponse, name: string): number | undefined =>
  Date.parse(answer.getHeader(name) ?? "") || undefined;

/** The statuses after which a retry may help, besides 5xx. */
const PASSING: readonly number[] = [408, 409, 423, 425, 429];

/**
 * Checks the response about an upload's offset. Throws unless it is the upload, or the upload is gone. Otherwise tus
 * would start again, so a restart of the service would lose all sent bytes.
 */
const checkFound = (answer: HttpResponse, file: Blob, point: ResumePoint | undefined, wire: Wire): void => {
  const status = answer.getStatus();
  if (status >= 500 || status === 401 || status === 403 || PASSING.includes(status))
    throw refusal(wire, OF_UPLOADS, status, answer.getBody());
  if (status >= 400 || Number(answer.getHeader("Upload-Length")) === file.size) return;
  // It is another file's upload, so the resume point was wrong.
  point?.forget();
  throw wire.fail("bad_response", { status });
};

/** Checks that the service has more bytes than before a part. Otherwise tus would send the part again without end. */
const checkSent = (request: HttpRequest, answer: HttpResponse, { size }: Blob, wire: Wire): void => {
  const status = answer.getStatus();
  const [before, after] = [request, answer].map((message) => Number(message.getHeader("Upload-Offset") ?? Number.NaN));
  if (status < 300 && !((after as number) > (before as number) && (after as number) <= size))
    throw wire.fail("bad_response", { status });
};

/** Returns whether a retry may help: the network failed, or the service is busy. */
const mayRetry = (error: DetailedError, wire: Wire): boolean => {
  const { causingError, originalResponse } = error;
  const failure = wire.isFailure(causingError) ? causingError : undefined;
  const status = failure ? failure.status : originalResponse?.getStatus();
  if (!status) return !failure || failure.code === "network" || failure.code === "timeout";
  return (status >= 500 || PASSING.includes(status)) && failureOf(error, wire).code !== "quota_exceeded";
};

const failureOf = (error: Error | DetailedError, wire: Wire): StagepassError => {
  const { causingError, originalResponse } = error as DetailedError;
  if (wire.isFailure(causingError)) return causingError;
  const status = originalResponse?.getStatus();
  // tus does not understand this success: it is not a tus server.
  if (!status || status < 400) return wire.fail("bad_response", { cause: error, ...(status ? { status } : {}) });
  return refusal(wire, OF_UPLOADS, status, originalResponse?.getBody() ?? "");
};
