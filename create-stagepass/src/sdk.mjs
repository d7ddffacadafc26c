import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateFailure } from "./failure.mjs";

const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns where the app's package gets `stagepass` from, and the command that starts a service for development: those
 * of npm, or of a clone of the repository, with the package that was built there.
 */
export async function findSdk(checkout = CHECKOUT) {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  if (!existsSync(join(checkout, "pkg-template/package.json"))) {
    return { dependency: `^${version}`, dev: "stagepass-backend dev" };
  }
  const tarball = join(checkout, `pkg/stagepass-${version}.tgz`).replaceAll("\\", "/");
  if (!existsSync(tarball)) {
    throw new CreateFailure("sdk_missing", `There is no ${tarball}: run \`cargo xtask package\` in ${checkout} first.`);
  }
  const program = join(checkout, "xtask/Cargo.toml");
  return { dependency: `file:${tarball}`, dev: `cargo run --manifest-path ${program} -- dev` };
}
