// Builds one app per client, minified, in built/NAME: the client's own scripts (app.js, callback.js and what they
// share) and the pages.

import { cpSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const client of ["stagepass", "oidc-client-ts", "auth0-spa-js"]) {
  const folder = from(`built/${client}`);
  rmSync(folder, { recursive: true, force: true });
  const entryPoints = { app: from(`${client}/app.js`), callback: from(`${client}/callback.js`) };
  // The package expects it beside itself.
  if (client === "stagepass") entryPoints.core = "stagepass/core.wasm";
  await build({
    entryPoints,
    outdir: folder,
    absWorkingDir: from("."),
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    loader: { ".wasm": "copy" },
    external: ["/glue.js"],
    logLevel: "warning",
  });
  cpSync(from("shared"), folder, { recursive: true });
  const callback = from(`${client}/callback.html`);
  if (existsSync(callback)) cpSync(callback, `${folder}/callback.html`);
}
