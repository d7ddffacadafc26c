// tus-js-client, unchanged, uploads to our service: in one request and in many, while connections break and services
// are killed.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DetailedError, FileUrlStorage, Upload } from "tus-js-client";
import { startService } from "./service/service.mjs";
import { accessToken } from "./service/session.mjs";
import { cid, wav } from "./service/sound.mjs";

const TIMEOUT = { timeout: 120_000 };
/** Together longer than the service takes to start on a busy machine. */
const RETRY_DELAYS_MS = [50, 100, 200, 400, 800, 1_600, ...Array(20).fill(3_000)];

let service;
let folder;
let headers;

before(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), "stagepass-tus-"));
  headers = { Authorization: `Bearer ${await accessToken(service, "write")}` };
}, TIMEOUT);

after(async () => {
  await service?.stop();
  if (folder) await rm(folder, { recursive: true });
});

test("a file, all at once", TIMEOUT, async () => {
  const sound = wav(300_000);
  const { requests, url } = await uploaded(sound, { metadata: { filename: "sång.wav", filetype: "audio/wav" } });
  assert.deepEqual(requests, ["POST", "PATCH"]);
  const head = await fetch(url, { method: "HEAD", headers: { ...headers, "Tus-Resumable": "1.0.0" } });
  assert.equal(head.headers.get("upload-metadata"), `filename ${Buffer.from("sång.wav").toString("base64")},filetype ${btoa("audio/wav")}`);
  await isComplete(url, sound);
});

test("in parts, each of which is acknowledged", TIMEOUT, async () => {
  const sound = wav(100_000);
  const accepted = [];
  const { requests, url } = await uploaded(sound, { chunkSize: 32_768, onChunkComplete: (_size, total) => accepted.push(total) });
  assert.deepEqual(accepted, [32_768, 65_536, 98_304, sound.length]);
  assert.deepEqual(requests, ["POST", "PATCH", "PATCH", "PATCH", "PATCH"]);
  await isComplete(url, sound);
});

test("with the creation: all of it, or the first part", TIMEOUT, async () => {
  const [small, large] = [wav(50_000), wav(90_000)];
  const whole = await uploaded(small, { uploadDataDuringCreation: true });
  assert.deepEqual(whole.requests, ["POST"]);
  await isComplete(whole.url, small);
  const parts = await uploaded(large, { uploadDataDuringCreation: true, chunkSize: 50_000 });
  assert.deepEqual(parts.requests, ["POST", "PATCH"]);
  await isComplete(parts.url, large);
});

test("by an environment that knows no PATCH", TIMEOUT, async () => {
  const sound = wav(60_000);
  const { requests, url } = await uploaded(sound, { overridePatchMethod: true, chunkSize: 40_000 });
  assert.deepEqual(requests, ["POST", "POST", "POST"]);
  await isComplete(url, sound);
});

test("taken up again later, by what the library has kept, where it was", TIMEOUT, async () => {
  const sound = wav(200_000);
  const options = { chunkSize: 32_768, urlStorage: new FileUrlStorage(await emptyFile("urls.json")) };
  const first = begun(sound, {
    ...options,
    onChunkComplete: (_size, total) => {
      if (total === 98_304) first.upload.abort().then(first.stopped.resolve, first.stopped.reject);
    },
  });
  first.upload.start();
  await first.stopped.promise;

  const second = begun(sound, options);
  const [previous, ...others] = await second.upload.findPreviousUploads();
  assert.equal(others.length, 0);
  second.upload.resumeFromPreviousUpload(previous);
  const sent = [];
  second.upload.options.onProgress = (bytes) => sent.push(bytes);
  second.upload.start();
  await second.succeeded.promise;
  assert.equal(second.upload.url, first.upload.url);
  assert.deepEqual(second.requests, ["HEAD", "PATCH", "PATCH", "PATCH", "PATCH"]);
  assert.ok(Math.min(...sent) >= 98_304, `${sent}`);
  await isComplete(second.upload.url, sound);
});

test("ended for good", TIMEOUT, async () => {
  const sound = wav(200_000);
  const ended = begun(sound, {
    chunkSize: 32_768,
    onChunkComplete: (_size, total) => {
      if (total === 65_536) ended.upload.abort(true).then(ended.stopped.resolve, ended.stopped.reject);
    },
  });
  ended.upload.start();
  await ended.stopped.promise;
  assert.equal(ended.requests.at(-1), "DELETE");
  assert.equal((await fetch(ended.upload.url, { headers })).status, 404);

  const { url } = await uploaded(sound);
  await Upload.terminate(url, { headers });
  assert.equal((await fetch(url, { headers })).status, 404);
});

test("over a line that breaks again and again", TIMEOUT, async () => {
  const sound = wav(2_000_000);
  // A proxy that cuts each of the first connections off after some bytes.
  const { port, host } = new URL(service.issuer);
  const breaks = [50_000, 300_001, 7, 700_000, 120_000];
  const proxy = createServer((from) => {
    const to = connect(Number(port), "127.0.0.1");
    const most = breaks.shift() ?? Number.POSITIVE_INFINITY;
    let count = 0;
    from.on("data", (bytes) => {
      count += bytes.length;
      to.write(bytes);
      if (count > most) {
        from.resetAndDestroy();
        to.resetAndDestroy();
      }
    });
    to.pipe(from);
    for (const socket of [from, to]) socket.on("error", () => {});
    from.on("close", () => to.destroy());
    to.on("close", () => from.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  // The service answers with its own address, so the test replaces it by the proxy's.
  const through = (address) => address.replace(host, `127.0.0.1:${proxy.address().port}`);
  const { url } = await uploaded(sound, { endpoint: through(`${service.issuer}/uploads`), uploadUrl: through(await created(sound)) });
  assert.equal(breaks.length, 0);
  await isComplete(url.replace(`127.0.0.1:${proxy.address().port}`, host), sound);
  proxy.close();
});

test("to a service that is killed meanwhile", TIMEOUT, async () => {
  const sound = wav(3_000_000);
  const kills = [400_000, 1_600_000];
  const accepted = [];
  let coming = Promise.resolve();
  const { url } = await uploaded(sound, {
    chunkSize: 200_000,
    onChunkComplete: (_size, total) => {
      accepted.push(total);
      if (total < kills[0]) return;
      kills.shift();
      coming = service.kill().then(() => service.startAgain());
    },
  });
  await coming;
  assert.equal(kills.length, 0);
  // Nothing that was acknowledged had to be sent again.
  assert.deepEqual(accepted, [...new Set(accepted)].sort((one, other) => one - other));
  await isComplete(url, sound);
});

test("what is no audio is refused, and the library says why", TIMEOUT, async () => {
  const refused = begun(Buffer.from("<!doctype html>".repeat(9)), { retryDelays: null });
  refused.upload.start();
  const error = await refused.succeeded.promise.then(
    () => assert.fail("it should have failed"),
    (error) => error,
  );
  assert.ok(error instanceof DetailedError);
  assert.equal(error.originalResponse.getStatus(), 422);
  assert.equal(JSON.parse(error.originalResponse.getBody()).error, "not_audio");
});

/** An upload that is not started yet, the methods of its requests, and promises for its end and for its abort. */
function begun(sound, options = {}) {
  const requests = [];
  const [succeeded, stopped] = [withResolvers(), withResolvers()];
  // Only some wait for it.
  succeeded.promise.catch(() => {});
  const upload = new Upload(sound, {
    endpoint: `${service.issuer}/uploads`,
    headers,
    retryDelays: RETRY_DELAYS_MS,
    onBeforeRequest: (request) => {
      requests.push(request.getMethod());
    },
    onSuccess: succeeded.resolve,
    onError: succeeded.reject,
    ...options,
  });
  return { upload, requests, succeeded, stopped };
}

async function uploaded(sound, options) {
  const { upload, requests, succeeded } = begun(sound, options);
  upload.start();
  await succeeded.promise;
  return { requests, url: upload.url };
}

/** The address of an upload of this sound, of which nothing has been sent. */
async function created(sound) {
  const response = await fetch(`${service.issuer}/uploads`, {
    method: "POST",
    headers: { ...headers, "Tus-Resumable": "1.0.0", "Upload-Length": String(sound.length) },
  });
  assert.equal(response.status, 201);
  return response.headers.get("location");
}

/** The service has the whole, by the name that its bytes make. */
async function isComplete(url, sound) {
  const { data } = await (await fetch(url, { headers })).json();
  assert.deepEqual([data.status, data.size, data.track_cid], ["completed", sound.length, cid(sound)]);
}

async function emptyFile(name) {
  const file = join(folder, name);
  await writeFile(file, "{}");
  return file;
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
