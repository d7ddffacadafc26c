// Resuming an upload: what the browser stores of it, and which user can resume which upload.

import assert from "node:assert/strict";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import type { StagepassSettings, UploadOptions, UploadProgress } from "../../src/types.js";
import { core, deferred, freshFacade } from "../support/pretend.js";
import { expired, open, reset, say, service, stranger, world } from "../support/servers.js";

const config = await open();

/** A client on a page that was just opened. */
const reload = async (more: Partial<StagepassSettings> = {}) => (await freshFacade()).stagepass({ ...config, ...more });

const MEGABYTE = 1024 * 1024;
/** A piece, and a little more. */
const bytes = Buffer.alloc(8.1 * MEGABYTE, "stagepass");
const ABOUT = { type: "audio/mpeg", lastModified: 1_700_000_000_000 };
const song = new File([bytes], "Lied für Elise.mp3", ABOUT);

class Stored extends Map<string, string> {
  get length() {
    return this.size;
  }
  key = (at: number) => [...this.keys()][at] ?? null;
  getItem = (key: string) => this.get(key) ?? null;
  // Without the user's profile, which a client stores as well.
  setItem = (key: string, value: string) => void (key.startsWith("stagepass/user/") || this.set(key, value));
  removeItem = (key: string) => void this.delete(key);
}

const local = new Stored();
const session = new Stored();
Object.assign(globalThis, { localStorage: local, sessionStorage: session });

beforeEach(() => {
  reset();
  local.clear();
  session.clear();
});

/** Uploads the first piece, and is torn out of the second. */
const half = async (sp: Awaited<ReturnType<typeof reload>>, file: File = song): Promise<void> => {
  const leave = new AbortController();
  const onProgress = ({ sent }: UploadProgress) => {
    if (sent >= 8 * MEGABYTE && world.uploads.content.length) leave.abort();
  };
  await assert.rejects(sp.tracks.upload(file, { onProgress, signal: leave.signal }), { code: "aborted" });
  assert.equal(world.uploads.content.length, 8 * MEGABYTE);
  service.received.length = 0;
};

/** Returns the methods of the requests about uploads. */
const uploadMethods = () =>
  service.received.filter(({ path }) => path.startsWith("/v1/uploads")).map(({ method }) => method);

const ANEW = ["POST", "PATCH", "PATCH", "GET"];
const ON = ["HEAD", "PATCH", "GET"];

test("after a reload the same file goes on where it was", async () => {
  await half(await reload());
  const progress: UploadProgress[] = [];
  const sp = await reload();
  const done = await sp.tracks.upload(new File([bytes], song.name, ABOUT), { onProgress: (now) => progress.push(now) });
  assert.equal(done.uploadId, "u1");
  assert.deepEqual(uploadMethods(), ON);
  assert.ok(world.uploads.content.equals(bytes));
  assert.ok(progress.every(({ resumedFrom, uploadId }) => resumedFrom === 8 * MEGABYTE && uploadId === "u1"));
  assert.equal(progress[0]?.sent, 8 * MEGABYTE);
  assert.equal(progress.at(-1)?.sent, song.size);
});

test("what is kept is an address and a time, and nothing of it when it is complete", async () => {
  const sp = await reload();
  await half(sp);
  const [[key, value] = []] = local;
  assert.match(key ?? "", /^stagepass\.upload\.[0-9a-f]{64}$/);
  const { address, until, ...more } = JSON.parse(value ?? "");
  assert.deepEqual([address, more], [`${config.baseUrl}/uploads/u1`, {}]);
  assert.ok(until > Date.now() && until <= Date.now() + 24 * 60 * 60 * 1000);
  await sp.tracks.upload(song);
  assert.equal(local.size, 0);
});

test("it is kept as long as the service says, by the service's clock", async () => {
  const aWeek = 7 * 24 * 60 * 60 * 1000;
  world.uploads.expires = new Date(Date.now() + aWeek);
  await half(await reload());
  const { until } = JSON.parse([...local.values()][0] ?? "");
  assert.ok(Math.abs(until - Date.now() - aWeek) < 60_000);
});

test("what is too old, and what is none of ours, is swept out and not used", async () => {
  const sp = await reload();
  await half(sp);
  const [[key, value] = ["", ""]] = local;
  local.set(key, JSON.stringify({ ...JSON.parse(value), until: Date.now() - 1 }));
  local.set("stagepass.upload.1", "{");
  local.set("stagepass.upload.2", JSON.stringify({ address: 7, until: Date.now() * 2 }));
  local.set("stagepass.upload.3", JSON.stringify({ address: `${config.baseUrl}/uploads/u9`, until: Date.now() * 2 }));
  local.set("theirs", "{");
  await sp.tracks.upload(song);
  assert.deepEqual(uploadMethods(), ANEW);
  assert.deepEqual([...local.keys()], ["stagepass.upload.3", "theirs"]);
});

test("another file begins anew, also one of the same name", async () => {
  const changed = Uint8Array.from(bytes);
  changed[3] = 0;
  const longer = new Uint8Array(bytes.length + 1);
  const ended = Uint8Array.from(bytes);
  ended[ended.length - 1] = 0;
  for (const other of [
    new File([bytes], "other.mp3", ABOUT),
    new File([bytes], song.name, { ...ABOUT, lastModified: 1 }),
    new File([bytes], song.name, { ...ABOUT, type: "audio/flac" }),
    new File([longer], song.name, ABOUT),
    new File([changed], song.name, ABOUT),
    new File([ended], song.name, ABOUT),
  ]) {
    const sp = await reload();
    await half(sp);
    await sp.tracks.upload(other);
    assert.deepEqual(uploadMethods(), ANEW);
    assert.ok(world.uploads.content.equals(Buffer.from(await other.arrayBuffer())));
    reset();
  }
});

test("another person begins anew, and the first goes on after that", async () => {
  await half(await reload());
  world.me = 2;
  await (await reload()).tracks.upload(song);
  assert.deepEqual(uploadMethods(), ANEW);
  world.me = 1;
  service.received.length = 0;
  assert.equal((await (await reload()).tracks.upload(song)).uploadId, "u1");
  assert.deepEqual(uploadMethods(), ON);
});

test("another service begins anew", async () => {
  await half(await reload());
  const other = await reload({ baseUrl: `${config.baseUrl.replace("127.0.0.1", "localhost")}` });
  service.instead = ({ method }, response) => (method === "POST" ? say(response, 400, {}) : false);
  await assert.rejects(other.tracks.upload(song), { code: "input_invalid", status: 400 });
  assert.deepEqual(uploadMethods(), ["POST"]);
});

test("an upload that is gone begins anew by itself", async () => {
  const sp = await reload();
  await half(sp);
  world.uploads.sweep();
  assert.equal((await sp.tracks.upload(song)).uploadId, "u2");
  assert.deepEqual(uploadMethods(), ["HEAD", ...ANEW]);
  assert.equal(local.size, 0);
});

test("an upload that is there, and cannot be asked about now, is not begun anew", async () => {
  for (const status of [502, 503, 429, 423, 408]) {
    const sp = await reload();
    await half(sp);
    let isDone = false;
    service.instead = ({ method }, response) => {
      if (isDone || method !== "HEAD") return false;
      isDone = true;
      return say(response, status, {});
    };
    assert.equal((await sp.tracks.upload(song)).uploadId, "u1", `${status}`);
    assert.deepEqual(uploadMethods(), ["HEAD", ...ON]);
    reset();
  }
});

test("a session that ends in the midst costs nothing of what has arrived", async () => {
  const sp = await reload();
  await half(sp);
  service.instead = (_, response) => say(response, 401, {});
  await assert.rejects(sp.tracks.upload(song), { code: "session_expired" });
  assert.equal(expired.length, 1);
  service.instead = () => false;
  assert.equal((await (await reload()).tracks.upload(song)).uploadId, "u1");
});

test("resume: false begins anew, and the new one is what is gone on with", async () => {
  const sp = await reload();
  await half(sp);
  const leave = new AbortController();
  const onProgress: UploadOptions["onProgress"] = ({ sent }) => sent > 8 * MEGABYTE && leave.abort();
  const again = sp.tracks.upload(song, { resume: false, signal: leave.signal, onProgress });
  await assert.rejects(again, { code: "aborted" });
  assert.deepEqual(uploadMethods().slice(0, 2), ["POST", "PATCH"]);
  assert.equal((await sp.tracks.upload(song)).uploadId, "u2");
});

test("what has no name is not kept", async () => {
  const sp = await reload();
  let kept = 0;
  const { setItem } = local;
  local.setItem = (key) => void (key.startsWith("stagepass") && kept++);
  await sp.tracks.upload(new Blob([bytes]));
  await sp.tracks.upload(new File([bytes], ""));
  local.setItem = setItem;
  assert.equal(kept, 0);
  assert.ok(!service.requests.includes("GET /v1/me"));
});

test("an address that is not under the service's own is not used, whoever put it there", async () => {
  const sp = await reload();
  await half(sp);
  const [key = ""] = local.keys();
  for (const address of [
    `${stranger.origin}/v1/uploads/u1`,
    `${config.baseUrl}/me`,
    `${config.baseUrl}/uploads`,
    `${config.baseUrl}/uploads/../me`,
    `${config.baseUrl}/uploads/..%2fme`,
    "javascript:alert(1)",
    "uploads",
  ]) {
    local.set(key, JSON.stringify({ address, until: Date.now() + 60_000 }));
    service.received.length = 0;
    await sp.tracks.upload(song);
    assert.deepEqual(uploadMethods(), ANEW, address);
    assert.deepEqual(stranger.received, []);
  }
});

test("an upload of another length is another file's: it is not gone on with, and forgotten", async () => {
  const sp = await reload();
  await half(sp);
  const [key = ""] = local.keys();
  await sp.tracks.upload(new Blob(["tiny"]));
  local.set(key, JSON.stringify({ address: `${config.baseUrl}/uploads/u2`, until: Date.now() + 60_000 }));
  await assert.rejects(sp.tracks.upload(song), { code: "bad_response" });
  assert.equal(local.size, 0);
  assert.equal((await sp.tracks.upload(song)).uploadId, "u3");
});

test("what is no audio is not gone on with", async () => {
  world.uploads.isAudio = false;
  const sp = await reload();
  await assert.rejects(sp.tracks.upload(song), { code: "upload_refused" });
  assert.equal(local.size, 0);
});

test("it is kept where the session is kept", async () => {
  await half(await reload({ storage: "session" }));
  assert.deepEqual([local.size, session.size], [0, 1]);
  assert.equal((await (await reload({ storage: "session" })).tracks.upload(song)).uploadId, "u1");

  reset();
  const own = new Stored();
  await half(await reload({ storage: own }));
  assert.deepEqual([local.size, session.size, own.size], [0, 0, 1]);

  reset();
  const page = await reload({ storage: "memory" });
  await half(page);
  assert.deepEqual([local.size, session.size], [0, 0]);
  await (await reload({ storage: "memory" })).tracks.upload(song);
  assert.deepEqual(uploadMethods(), ANEW);
  assert.equal((await page.tracks.upload(song)).uploadId, "u1");
});

test("a store that throws does not make an upload fail", async () => {
  const broken = new Stored();
  for (const name of ["key", "getItem", "setItem", "removeItem"] as const) {
    broken[name] = () => {
      throw new Error("it is full");
    };
  }
  broken.set("x", "y");
  assert.equal((await (await reload({ storage: broken })).tracks.upload(song)).uploadId, "u1");
});

test("a file that has changed on its disk says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stagepass-"));
  const path = join(folder, "song.mp3");
  writeFileSync(path, bytes);
  const file = new File([await openAsBlob(path)], "song.mp3");
  writeFileSync(path, "changed");
  await assert.rejects((await reload()).tracks.upload(file), {
    code: "option_invalid",
    message: /^file cannot be read/,
  });
  assert.deepEqual(uploadMethods(), []);
  rmSync(folder, { recursive: true });
});

/** Locks as a browser has them, of one name after the other. */
class Locks {
  readonly names: string[] = [];
  readonly #last = new Map<string, Promise<unknown>>();

  async request<T>(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<T>): Promise<T> {
    this.names.push(name);
    const before = this.#last.get(name);
    const released = deferred<void>();
    this.#last.set(name, Promise.all([before, released.promise]));
    const given = deferred<void>();
    signal.addEventListener("abort", () => given.reject(new DOMException("given up", "AbortError")));
    before?.then(() => given.resolve());
    if (!before) given.resolve();
    try {
      await given.promise;
      return await work();
    } finally {
      released.resolve();
    }
  }
}

const withLocks = async (work: (locks: Locks) => Promise<void>): Promise<void> => {
  const locks = new Locks();
  Object.assign(globalThis, { navigator: { locks } });
  await work(locks).finally(() => Reflect.deleteProperty(globalThis, "navigator"));
};

test("of two tabs one sends the file, and the other gets what it has become", async () => {
  await withLocks(async (locks) => {
    await half(await reload());
    const [one, other] = await Promise.all([reload(), reload()]);
    const [first, second] = await Promise.all([one.tracks.upload(song), other.tracks.upload(song)]);
    assert.deepEqual(first, second);
    assert.deepEqual(uploadMethods(), [...ON, "HEAD", "GET"]);
    assert.equal(local.size, 0);
    assert.ok(locks.names.every((name) => name === locks.names[0] && name.startsWith("stagepass.upload.")));
  });
});

test("two other files do not wait for one another", async () => {
  await withLocks(async (locks) => {
    const sp = await reload();
    await Promise.all([sp.tracks.upload(song), sp.tracks.upload(new File(["tiny"], "tiny.mp3"))]);
    assert.equal(new Set(locks.names).size, 2);
  });
});

test("who waits for another tab gives up after 10 s, or when it is aborted", async ({ mock }) => {
  await withLocks(async (locks) => {
    const [one, other] = await Promise.all([reload(), reload()]);
    const leave = new AbortController();
    const came = deferred<void>();
    service.instead = ({ method }) => {
      if (method !== "PATCH") return false;
      came.resolve();
      return undefined;
    };
    const first = one.tracks.upload(song, { signal: leave.signal });
    await came.promise;
    const reason = new Error("enough");
    const abort = new AbortController();
    const aborted = other.tracks.upload(song, { signal: abort.signal });
    while (locks.names.length < 2) await new Promise(setImmediate);
    abort.abort(reason);
    await assert.rejects(aborted, { code: "aborted", cause: reason });
    mock.timers.enable({ apis: ["setTimeout"] });
    const late = assert.rejects(other.tracks.upload(song), { code: "conflict", description: /another tab/ });
    while (locks.names.length < 3) await new Promise(setImmediate);
    mock.timers.tick(10_000);
    await late;
    mock.timers.reset();
    leave.abort();
    await assert.rejects(first, { code: "aborted" });
  });
});

test("a page that may have no locks uploads without", async () => {
  Object.assign(globalThis, { navigator: { locks: { request: () => Promise.reject(new Error("SecurityError")) } } });
  assert.equal((await (await reload()).tracks.upload(song)).uploadId, "u1");
  Reflect.deleteProperty(globalThis, "navigator");
});

test("where nobody is signed in nothing is looked at, and nothing sent", async () => {
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects((await reload()).tracks.upload(song), { code: "not_signed_in" });
  assert.deepEqual([service.received, local.size], [[], 0]);
});
