// The packed package, put where an app finds it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Where `cargo xtask package` writes the tarball. */
const PACKED = fileURLToPath(new URL("../../../../pkg", import.meta.url));

/**
 * Unpacks the package into the app in `folder`, as npm does. npm would also look for newer versions of all others.
 * Files of a package have one time, which npm writes: with that, Metro would take an earlier package from its cache.
 */
export async function install(folder) {
  const files = await readdir(PACKED).catch(() => []);
  const [tarball] = files.filter((file) => file.endsWith(".tgz"));
  assert.ok(tarball, "pkg has no tarball: run `cargo xtask package`");
  const installed = join(folder, "node_modules/stagepass");
  await rm(installed, { recursive: true, force: true });
  await mkdir(installed, { recursive: true });
  await promisify(execFile)("tar", ["-xzmf", join(PACKED, tarball), "-C", installed, "--strip-components=1"]);
}
