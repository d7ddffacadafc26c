// The public music service's own client, `@audius/sdk`, as published. It comes from the npm registry when a test needs
// it, because a dependency of it is not published, so that it cannot be installed. Its script needs no other package.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const VERSION = "16.0.0";
/** The registry's `dist.integrity` of this version. */
const INTEGRITY = "sha512-hJXwA9b1bAi6udCTEWAAfJWiGCAukGi+EUuFu01DE9ivJIIYDsobLbTwQXb55MJUPz9Ydx1ViBI4UKaPomu90Q==";
const TARGET = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url));
const FOLDER = join(TARGET, "providers");
const TARBALL = join(FOLDER, `audius-sdk-${VERSION}.tgz`);
const LARGEST_SCRIPT = 64 * 1024 * 1024;

/** Returns the client's script for a page: it sets `window.audiusSdk`. Downloads the package if it is not there yet. */
export async function publishedClient() {
  if ((await integrityOf(TARBALL)) !== INTEGRITY) {
    await mkdir(FOLDER, { recursive: true });
    await run("npm", ["pack", `@audius/sdk@${VERSION}`, "--pack-destination", FOLDER, "--silent"]);
    assert.equal(await integrityOf(TARBALL), INTEGRITY, "the package is not the one that these tests were written for");
  }
  const extract = ["-xzOf", TARBALL, "package/dist/sdk.min.js"];
  return (await run("tar", extract, { maxBuffer: LARGEST_SCRIPT })).stdout;
}

/**
 * Returns a page of an app with this client. A click on `#sign-in` signs in with `sessionStorage.options`, and
 * `window.login` is the result. `window.call(method)` calls any other method. A result has a `value` or a `message`.
 */
export function page({ basePath, redirectUri, ...identity }, script = "") {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<button id="sign-in">Sign in</button>
<script src="/sdk.min.js"></script>
<script>
// The SDK itself takes no other base URL, but the class of its member does.
const identity = ${JSON.stringify(identity)};
const { oauth } = audiusSdk(identity);
const client = new oauth.constructor({ ...oauth.config, ...identity, ...${JSON.stringify({ basePath, redirectUri })} });
const answered = (promise) => promise.then((value) => ({ value }), ({ message }) => ({ message }));
document.querySelector("#sign-in").onclick = () => {
  window.login = answered(client.login(JSON.parse(sessionStorage.options)));
};
window.call = (name) => answered(Promise.resolve(client[name]()));
${script}
</script>`;
}

/** Returns the app's callback page, as the client's guide says. `window.handled` is its result. */
export function callbackPage(config) {
  return page(config, "window.handled = answered(client.handleRedirect());");
}

async function integrityOf(file) {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}
