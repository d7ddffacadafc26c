import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CreateFailure } from "./failure.mjs";

/** What a folder may have before. `stagepass-backend dev` writes the last two. */
const MAY_EXIST = [".git", ".DS_Store", ".env.local", ".stagepass"];

/**
 * Writes the files and the empty folders into a folder, which is created if it is missing. Writes all or nothing: the
 * app is complete before it gets its place.
 */
export async function writeApp(target, files, folders = []) {
  const folder = resolve(target);
  const existing = await list(folder);
  const obstacle = existing?.find((name) => !MAY_EXIST.includes(name));
  if (obstacle) {
    throw new CreateFailure("folder_not_empty", `${folder} is not empty, it has ${obstacle}: name another folder.`);
  }
  // Next to its place, because a folder cannot be moved to another disk.
  const parent = existing ? folder : dirname(folder);
  let isComplete = false;
  let newParent;
  let draft;
  try {
    newParent = await mkdir(parent, { recursive: true });
    draft = await mkdtemp(join(parent, ".create-stagepass-"));
    const app = join(draft, "app");
    await mkdir(app);
    for (const name of folders) await mkdir(join(app, name), { recursive: true });
    for (const [path, text] of files) {
      await mkdir(dirname(join(app, path)), { recursive: true });
      await writeFile(join(app, path), text, { flag: "wx" });
    }
    if (existing) await moveInto(app, folder, existing);
    else await rename(app, folder);
    isComplete = true;
  } catch (error) {
    throw new CreateFailure("not_written", `Cannot write ${folder}: ${error.message}`, { cause: error });
  } finally {
    if (draft) await rm(draft, { recursive: true, force: true });
    if (newParent && !isComplete) await rm(newParent, { recursive: true, force: true });
  }
}

/** Returns the names in a folder, or undefined if there is no folder. */
async function list(folder) {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new CreateFailure("folder_invalid", `${folder} cannot be used: ${error.message}`, { cause: error });
  }
}

/** Moves what is in `app`, except what `folder` has already. Moves all back if one cannot be moved. */
async function moveInto(app, folder, existing) {
  const moved = [];
  try {
    for (const name of await readdir(app)) {
      if (existing.includes(name)) continue;
      await rename(join(app, name), join(folder, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await rm(join(folder, name), { recursive: true });
    throw error;
  }
}
