import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { writeApp } from "../../../create-stagepass/src/write.mjs";

const FILES = new Map([
  [".env.local", "A=1\n"],
  ["src/main.ts", "start();\n"],
]);

async function emptyFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), "create-stagepass-test-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test("new folder gets all files", async (t) => {
  const home = await emptyFolder(t);
  await writeApp(join(home, "apps/radio"), FILES, ["public"]);
  assert.deepEqual((await readdir(join(home, "apps/radio"))).sort(), [".env.local", "public", "src"]);
  assert.deepEqual(await readdir(join(home, "apps")), ["radio"]);
  assert.equal(await readFile(join(home, "apps/radio/src/main.ts"), "utf8"), "start();\n");
});

test("variables of a development service stay", async (t) => {
  const folder = await emptyFolder(t);
  await mkdir(join(folder, ".stagepass"));
  await writeFile(join(folder, ".env.local"), "B=2\n");
  await writeApp(folder, FILES);
  assert.deepEqual((await readdir(folder)).sort(), [".env.local", ".stagepass", "src"]);
  assert.equal(await readFile(join(folder, ".env.local"), "utf8"), "B=2\n");
});

test("folder with files is refused", async (t) => {
  const folder = await emptyFolder(t);
  await writeFile(join(folder, "notes.txt"), "");
  await assert.rejects(writeApp(folder, FILES), { code: "folder_not_empty" });
  assert.deepEqual(await readdir(folder), ["notes.txt"]);
});

test("file in the folder's place is refused", async (t) => {
  const home = await emptyFolder(t);
  await writeFile(join(home, "radio"), "");
  await assert.rejects(writeApp(join(home, "radio"), FILES), { code: "folder_invalid" });
});

test("failed write leaves nothing", async (t) => {
  const home = await emptyFolder(t);
  // The second file needs a folder in the place of the first.
  const impossible = new Map([...FILES, ["src/main.ts/other.ts", ""]]);
  await assert.rejects(writeApp(join(home, "apps/radio"), impossible), { code: "not_written" });
  assert.deepEqual(await readdir(home), []);
  await assert.rejects(writeApp(join(home, "radio"), impossible), { code: "not_written" });
  assert.deepEqual(await readdir(home), []);
  await mkdir(join(home, "radio"));
  await assert.rejects(writeApp(join(home, "radio"), impossible), { code: "not_written" });
  assert.deepEqual(await readdir(join(home, "radio")), []);
});
