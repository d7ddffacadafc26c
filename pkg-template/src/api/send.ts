import { type DetailedError, type HttpRequest, type HttpResponse, Upload as TusUpload } from "tus-js-client";
import type { StagepassError } from "../errors.js";
import type { UploadOptions, UploadProgress } from "../types.js";
import { OF_FILES, refusal, type Statuses } from "./failure.js";
import { openPace } from "./pace.js";
import { stackFor } from "./request.js";
import type { ResumePoint } from "./resume.js";
import type { Service } from "./service.js";
import type { Wire } from "./wire.js";

/** How much goes in one request, in bytes: what may have to be sent again. As much as a part of what goes into a bucket. */
const CHUNK = 8 * 1024 * 1024;

/**
 * How long to wait before each new try, in milliseconds. They are counted anew once something has arrived. In all,
 * that is longer than a train is in most tunnels, or a service takes to start again.
 */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000];

/** 423: another request for the same upload is under way. */
const OF_UPLOADS: Statuses = { ...OF_FILES, 423: "conflict" };

/** Where an upload goes. */
interface Destination {
  service: Service;
  wire: Wire;
  /** Where it is to be resumed, if it is. */
  point: ResumePoint | undefined;
  /** Where it is, if it has begun. */
  address: string | undefined;
}

/** Sends the file; gives the upload's address. */
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
      // Resume points are ours to store.
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
        account.note(request, answer);
      },
      onUploadUrlAvailable: save,
      onChunkComplete: save,
      onProgress: (sent, total) => {
        const progress = account.progress(upload.url, sent, total);
        // Not in the middle of tus's own work: what an app's function throws is no failure of the upload.
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

/** What is known of an upload by the answers about it. */
const openAccount = (isResumed: boolean) => {
  const pace = openPace(() => performance.now());
  let resumedFrom = 0;
  let isAnswered = !isResumed;
  const account = {
    /** Until when the service keeps it, by this clock, in milliseconds since 1970. */
    until: undefined as number | undefined,
    note(request: HttpRequest, answer: HttpResponse): void {
      const [expires = 0, now = Date.now()] = ["Upload-Expires", "Date"].map((name) => timeIn(answer, name));
      account.until = expires ? Date.now() + expires - now : undefined;
      // Where it stands when it is first told: what comes later, after a failure, is of this time.
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

/** Statuses after which a new try may help, beside those of a service that does not feel well. */
const PASSING: readonly number[] = [408, 409, 423, 425, 429];

/**
 * Looks at the answer to the question where an upload stands. Where that is neither the upload nor that there is none, tus would
 * begin anew: a service that restarts would cost all that has arrived.
 */
const checkFound = (answer: HttpResponse, file: Blob, point: ResumePoint | undefined, wire: Wire): void => {
  const status = answer.getStatus();
  if (status >= 500 || status === 401 || status === 403 || PASSING.includes(status))
    throw refusal(wire, OF_UPLOADS, status, answer.getBody());
  if (status >= 400 || Number(answer.getHeader("Upload-Length")) === file.size) return;
  // Another file's: the resume point was wrong.
  point?.forget();
  throw wire.fail("bad_response", { status });
};

/** Whether a new try may help: the network failed, or the service has no time. */
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
  // A success that tus does not understand: no proper tus server.
  if (!status || status < 400) return wire.fail("bad_response", { cause: error, ...(status ? { status } : {}) });
  return refusal(wire, OF_UPLOADS, status, originalResponse?.getBody() ?? "");
};
