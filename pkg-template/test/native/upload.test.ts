// Uploads from a phone: files as pickers give them, and going on after the app has ended.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { NativeSettings, PickedFile, UploadProgress } from "../../src/entry/react-native.js";
import { Doors, freshApp, Pages, peers, Shelf } from "../support/phone.js";
import { open, reset, service, world } from "../support/servers.js";

const { baseUrl, apiKey = "" } = await open();
peers({});

const MEGABYTE = 1024 * 1024;
const bytes = Buffer.alloc(8.1 * MEGABYTE, "stagepass");

/** The files of the phone, by their addresses. */
const files = new Map<string, Uint8Array>();
const reallyFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const file = files.get(String(input));
  if (file) return new Response(Buffer.from(file));
  if (/^(file|content):/.test(String(input))) throw new TypeError("Network request failed");
  return reallyFetch(input, init);
};

const SONG: PickedFile = { uri: "file:///cache/1.mp3", name: "Lied für Elise.mp3", type: "audio/mpeg" };

let shelf = new Shelf();

beforeEach(() => {
  reset();
  shelf = new Shelf();
  shelf.kept.set(
    `stagepass/session/custom ${baseUrl}  key ${apiKey}`,
    JSON.stringify({ token: world.token, scope: "write", state: "sp1.f.x", at: 1 }),
  );
  files.clear();
  files.set(SONG.uri, bytes);
});

/** Starts a new copy of the app, as after a restart. */
const start = (more: Partial<NativeSettings> = {}) =>
  freshApp().stagepass({
    baseUrl,
    apiKey,
    redirectUri: "com.example.app://callback",
    storage: shelf,
    links: new Doors(),
    browser: new Pages(),
    ...more,
  });

const kept = () => [...shelf.kept.keys()].filter((key) => key.startsWith("stagepass.upload."));

/** Uploads the first piece, and is torn out of the second. */
const half = async (file: PickedFile | Blob = SONG): Promise<void> => {
  const leave = new AbortController();
  const onProgress = ({ sent }: UploadProgress) => {
    if (sent >= 8 * MEGABYTE && world.uploads.content.length) leave.abort();
  };
  await assert.rejects(start().tracks.upload(file, { onProgress, signal: leave.signal }), { code: "aborted" });
  assert.equal(world.uploads.content.length, 8 * MEGABYTE);
  service.received.length = 0;
};

const uploadMethods = () =>
  service.received.filter(({ path }) => path.startsWith("/v1/uploads")).map(({ method }) => method);

const ANEW = ["POST", "PATCH", "PATCH", "GET"];
const ON = ["HEAD", "PATCH", "GET"];

test("a picked file is uploaded under its name and type", async () => {
  const done = await start().tracks.upload(SONG);
  assert.equal(done.uploadId, "u1");
  assert.ok(world.uploads.content.equals(bytes));
  assert.deepEqual(world.uploads.metadata, { filename: SONG.name, filetype: SONG.type });
  assert.deepEqual(kept(), []);
});

test("a picked file without a name has that of its address, and its type as other pickers tell it", async () => {
  files.set("content://media/a%20b/song.flac?x=1", Buffer.from("x"));
  await start().tracks.upload({ uri: "content://media/a%20b/song.flac?x=1", mimeType: "audio/flac" });
  assert.deepEqual(world.uploads.metadata, { filename: "song.flac", filetype: "audio/flac" });
});

test("an upload goes on where it was when the app has been ended, and the same file is picked again", async () => {
  await half();
  const [key = ""] = kept();
  assert.equal(kept().length, 1);
  assert.doesNotMatch(key, /Elise/);
  // A picker copies a file to another place each time.
  files.set("file:///cache/2.mp3", bytes);
  let resumedFrom: number | undefined;
  const onProgress = (progress: UploadProgress) => {
    resumedFrom = progress.resumedFrom;
  };
  await start().tracks.upload({ ...SONG, uri: "file:///cache/2.mp3" }, { onProgress });
  assert.deepEqual([uploadMethods(), resumedFrom], [ON, 8 * MEGABYTE]);
  assert.ok(world.uploads.content.equals(bytes));
  assert.deepEqual(kept(), []);
});

test("another file of the same name and size begins anew", async () => {
  await half();
  const other = Uint8Array.from(bytes);
  other[bytes.length - 1] = 0;
  files.set(SONG.uri, other);
  await start().tracks.upload(SONG);
  assert.deepEqual(uploadMethods(), ANEW);
});

test("a blob that tells no bytes but as a data URL is known again all the same", async (context) => {
  class Reader {
    result = "";
    onload = () => {};
    async readAsDataURL(blob: Blob) {
      this.result = `data:,${Buffer.from(await blob.arrayBuffer()).toString("base64")}`;
      this.onload();
    }
  }
  Object.assign(globalThis, { FileReader: Reader });
  context.after(() => Reflect.deleteProperty(globalThis, "FileReader"));
  await half();
  await start().tracks.upload(SONG);
  assert.deepEqual(uploadMethods(), ON);
});

test("an upload that was discarded is not gone on with", async () => {
  await half();
  const { tracks } = start();
  await tracks.discardUpload("u1");
  await tracks.upload(SONG);
  assert.deepEqual(uploadMethods(), ["DELETE", ...ANEW]);
});

test("one file is uploaded by one call at a time", async () => {
  const { tracks } = start();
  const [one, other] = await Promise.all([tracks.upload(SONG), tracks.upload(SONG)]);
  assert.deepEqual(uploadMethods(), [...ANEW, ...ANEW]);
  assert.notEqual(one.uploadId, other.uploadId);
});

test("a file that cannot be read, or is not on the phone, is refused before anything is sent", async () => {
  const client = start();
  const words: string[] = [];
  client.on("error", ({ code }) => words.push(code));
  for (const uri of ["file:///gone.mp3", `${baseUrl}/me`, "ftp://x/y"]) {
    await assert.rejects(client.tracks.upload({ uri, name: "x" }), { code: "option_invalid", message: /^file / });
  }
  await assert.rejects(client.tracks.upload("x" as never), { code: "option_invalid" });
  assert.deepEqual([words, uploadMethods()], [Array(4).fill("option_invalid"), []]);
});

test("a picture may be a picked one, and a file can be had for what takes files alone", async () => {
  files.set("file:///p", Buffer.from("x"));
  const picture = { uri: "file:///p", name: "p.png", type: "image/png" };
  world.tracks.set(7, { ...world.tracks.get(7) } as never);
  await start().tracks.setArtwork(7, picture);
  assert.equal(service.received.at(-1)?.headers["content-type"], "image/png");
  const file = await freshApp().fileFrom(picture);
  // Hermes of 2022 asks for nothing else.
  assert.ok(Function.prototype[Symbol.hasInstance].call(File, file));
  assert.deepEqual([file.name, file.size, file.type, file instanceof Blob], ["p.png", 1, "image/png", true]);
});
