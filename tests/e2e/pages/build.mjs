// Builds built/strict.js from the packed package and the development build of React. StrictMode does nothing in the
// production build.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const from = (path) => fileURLToPath(new URL(path, import.meta.url));

// React and the bundler are those that the package is developed with.
const template = from("../../../pkg-template/");
const { build } = createRequire(template)("esbuild");

await build({
  entryPoints: [from("strict.js")],
  outfile: from("built/strict.js"),
  bundle: true,
  format: "esm",
  target: "es2022",
  define: { "process.env.NODE_ENV": '"development"' },
  nodePaths: [`${template}node_modules`],
  logLevel: "warning",
  plugins: [
    {
      name: "package",
      setup({ onResolve }) {
        // The client as it is served, so that it finds the core beside itself.
        onResolve({ filter: /^stagepass$/ }, () => ({ path: "/stagepass/index.js", external: true }));
        onResolve({ filter: /^stagepass\/react$/ }, () => ({ path: from("../../../pkg/dist/react.js") }));
        // The modules that react.js imports.
        onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: "/stagepass/index.js", external: true }));
      },
    },
  ],
});
