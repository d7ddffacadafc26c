// Builds one app per client, minified, in built/NAME: the client's own scripts (app.js, callback.js and what they
// share) and the pages, each also compressed with brotli.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));

const CLIENTS = [
  "stagepass",
  "stagepass-web-message",
  "stagepass-dpop",
  "stagepass-route",
  "stagepass-oauth",
  "oidc-client-ts",
  "oidc-client-ts-openid",
  "oidc-client-ts-provider",
  "auth0-spa-js",
  "auth0-spa-js-stored",
  "okta-auth-js",
  "oidc-spa",
  "oidc-spa-provider",
  "msal-browser",
];

const SHIPPED_PAGE = readFileSync(from("../../pkg-template/callback/callback.html"), "utf8");
/** The script in the callback page that the package ships. */
const [FIRST_SCRIPT] = /<script>.*?<\/script>/s.exec(SHIPPED_PAGE);
/** Where Stagepass's own callback page has it. */
const FIRST_SCRIPT_HERE = "<!-- the first script of pkg-template/callback/callback.html -->";

/** The pages, each with the entry point that it loads. */
const PAGES = { "index.html": "app", "spa.html": "app", "callback.html": "callback" };

for (const client of CLIENTS) {
  const folder = from(`built/${client}`);
  rmSync(folder, { recursive: true, force: true });
  // The page of a route is the app's own.
  const folders = [client, client.replace(/-(web-message|dpop|oauth)$/, ""), "shared"];
  const own = (file) => folders.map((name) => from(`${name}/${file}`)).find((path) => existsSync(path));
  const entryPoints = { app: from(`${client}/app.js`), callback: own("callback.js") };
  // The package expects it beside itself.
  if (client === "stagepass-oauth") entryPoints.openid = "stagepass/openid.wasm";
  else if (client.startsWith("stagepass")) entryPoints.core = "stagepass/core.wasm";
  const { metafile } = await build({
    entryPoints,
    outdir: folder,
    absWorkingDir: from("."),
    alias: { "the-app": from(`${client}/app.js`) },
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    loader: { ".wasm": "copy" },
    external: ["/glue.js", "/config.js"],
    metafile: true,
    logLevel: "warning",
  });
  for (const file of ["page.js", "glue.js", "spa.js"]) cpSync(from(`shared/${file}`), join(folder, file));
  for (const [page, entry] of Object.entries(PAGES)) {
    const html = readFileSync(own(page), "utf8").replace(FIRST_SCRIPT_HERE, () => FIRST_SCRIPT);
    // A client's own callback page needs no code of the app's.
    const glue = own(page).endsWith(`shared/${page}`) ? ["glue.js", "config.js"] : [];
    const scripts = [...scriptsOf(metafile, entry), ...glue];
    const links = scripts.map((name) => `  <link rel="modulepreload" href="/${name}" />\n  `);
    writeFileSync(join(folder, page), html.replace("</head>", `${links.join("")}</head>`));
  }
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}

/** All scripts that an entry point imports: bundlers write links to them into the page, so that they load at once. */
function scriptsOf({ outputs }, entry) {
  const named = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const scripts = new Set();
  const add = (name) => {
    if (scripts.has(name)) return;
    scripts.add(name);
    for (const { path, kind } of named.get(name).imports) {
      if (kind === "import-statement" && named.has(basename(path))) add(basename(path));
    }
  };
  add(`${entry}.js`);
  return scripts;
}
