import assert from "node:assert/strict";
import { readFileSync, renameSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { freshCopy, seen } from "../support/pretend.js";
import { open, reset } from "../support/servers.js";

const config = await open();
beforeEach(reset);
afterEach(() => assert.deepEqual(seen.unhandled, []));

/** Who is signed in. */
const ADA = { userId: 1, name: "Ada", handle: "ada", verified: true };

/** A copy of the package, and the text of one of its files. */
const copied = () => {
  const folder = freshCopy();
  const at = (name: string) => new URL(name, folder);
  return {
    at,
    text: (name: string) => readFileSync(at(name), "utf8"),
    load: (name: string) => import(at(name).href) as Promise<typeof import("../../src/entry/index.js")>,
  };
};

test("what a login loads has nothing of the REST half in it but its name", () => {
  const { text } = copied();
  for (const name of ["index.js", "inline.js"]) {
    assert.equal(text(name).match(/import\("\.\/api\.js"\)/g)?.length, 1, name);
    assert.doesNotMatch(
      text(name),
      /\btus|Tus-|Ticket \$|"tickets"|Range|access_refused|upload_refused|playback|iframe|cors_refused/,
      name,
    );
  }
  assert.doesNotMatch(text("callback.js"), /api\.js|upload\.js|diagnose\.js/);
  assert.match(text("api.js"), /import\("\.\/upload\.js"\)/);
  assert.match(text("api.js"), /import\("\.\/diagnose\.js"\)/);
  assert.doesNotMatch(text("api.js"), /iframe|cors_refused/);
  assert.doesNotMatch(text("api.js"), /Tus-Resumable/);
  assert.match(text("upload.js"), /Tus-Resumable/);
});

test("the scripts that load later import none that is there already", () => {
  const { text } = copied();
  for (const name of ["callback-result.js", "api.js", "upload.js", "diagnose.js"]) {
    assert.doesNotMatch(text(name), /\bfrom\s*"|import\s*"|class \w+ extends Error\{constructor\(\w+,\{message/, name);
  }
});

test("a login loads no script but its own, and a script that did not come is tried anew", async () => {
  for (const entry of ["index.js", "inline.js"]) {
    const { at, load } = copied();
    const away = at("away.mjs");
    renameSync(at("api.js"), away);
    const { stagepass, StagepassError } = await load(entry);
    const sp = stagepass(config);
    await sp.ready();
    assert.deepEqual(await sp.oauth.login({ scope: "read" }), { kind: "signed-in", user: ADA });
    assert.deepEqual(await sp.oauth.getUser(), ADA);
    await assert.rejects(sp.tracks.get(7), (error) => {
      assert.ok(error instanceof StagepassError && error.code === "load_failed");
      assert.ok(error.cause instanceof Error);
      return true;
    });
    renameSync(away, at("api.js"));
    assert.equal((await sp.tracks.get(7)).id, 7);
  }
});

test("the same for the script of the uploads", async () => {
  const { at, load } = copied();
  renameSync(at("upload.js"), at("away.mjs"));
  const { tracks } = (await load("index.js")).stagepass(config);
  assert.equal((await tracks.get(7)).id, 7);
  await assert.rejects(tracks.upload(new Blob(["x"])), { code: "load_failed" });
  renameSync(at("away.mjs"), at("upload.js"));
  assert.equal((await tracks.upload(new Blob(["x"]))).uploadId, "u1");
});

test("the same for the script of the diagnosis", async () => {
  const { at, load } = copied();
  renameSync(at("diagnose.js"), at("away.mjs"));
  const { oauth } = (await load("index.js")).stagepass(config);
  await assert.rejects(oauth.diagnose(), { code: "load_failed" });
  renameSync(at("away.mjs"), at("diagnose.js"));
  await assert.rejects(oauth.diagnose({ signal: AbortSignal.abort() }), { code: "aborted" });
});

test("what is thrown is of the class of the entry point that was imported", async () => {
  const { load } = copied();
  const [index, inline] = await Promise.all([load("index.js"), load("inline.js")]);
  const thrown = (of: typeof index) =>
    of
      .stagepass(config)
      .tracks.get(99)
      .catch((error) => error);
  assert.ok((await thrown(index)) instanceof index.StagepassError);
  assert.ok((await thrown(inline)) instanceof inline.StagepassError);
  assert.ok(index.isStagepassError(await thrown(inline)));
});

test("a group of methods is a plain object: it is no promise, and shows what it has", async () => {
  const { tracks, library, users } = (await copied().load("index.js")).stagepass(config);
  assert.equal(await Promise.resolve(tracks), tracks);
  const own = [
    "upload",
    "uploads",
    "discardUpload",
    "create",
    "get",
    "update",
    "setArtwork",
    "removeArtwork",
    "listens",
    "mine",
    "getRule",
    "setRule",
  ];
  assert.deepEqual(
    Object.keys(tracks).sort(),
    [...own, "streamUrl", "waveform", "play", "delete", "access", "join"].sort(),
  );
  assert.deepEqual([Object.keys(library), Object.keys(users)], [["save", "remove", "list"], ["tracks"]]);
});
