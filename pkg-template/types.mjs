// Writes the types of the package's entry points beside its JavaScript: tsc's own output in one folder.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Returns the names of the entry points in src/entry that package.json exports with types. */
export const typedEntries = () => {
  const { exports } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const typed = Object.entries(exports).filter(([, entry]) => entry.types);
  return typed.map(([name]) => (name === "." ? "index" : name.slice("./".length).replace("/", "-")));
};

// The files of those. All others are private.
const SHARED = [
  "types",
  "types/call",
  "types/client",
  "types/config",
  "types/diagnosis",
  "types/oauth",
  "types/openid",
  "types/rule",
  "types/tracks",
  "types/uploads",
  "types/user",
  "uploads/queue",
  "errors",
  "errors.gen",
  "adapter/auth",
  "adapter/client",
  "react/auth",
  "react/guards",
  "react/playback",
  "react/provider",
  "react/session",
  "react/uploads",
  "vue/auth",
  "vue/plugin",
  "svelte/auth",
  "angular/auth",
  "angular/client",
  "angular/guard",
  "angular/interceptor",
  "solid/auth",
  "solid/provider",
  "elements/define",
  "elements/types",
  "testing/fake",
  "testing/options",
  "testing/people",
  "testing/stored-session",
  "native/types",
  "native/files",
  "native/keychain",
];

const flat = (module) => module.replace("entry/", "").replace("/", "-");

const EMIT = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", "src", "--outDir"];

/** Writes the types into `folder`. */
export const writeTypes = (folder) => {
  const emitted = mkdtempSync(join(tmpdir(), "stagepass-types-"));
  try {
    const tsc = join(here, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", ...EMIT, emitted], {
      cwd: here,
      stdio: "inherit",
    });
    for (const module of [...typedEntries().map((entry) => `entry/${entry}`), ...SHARED]) {
      const text = readFileSync(join(emitted, `${module}.d.ts`), "utf8");
      const laid = text.replace(/"(\.\.?\/[^"]+)\.js"/g, (_, to) => `"./${flat(posix.join(module, "..", to))}.js"`);
      writeFileSync(join(folder, `${flat(module)}.d.ts`), laid);
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
};

/** Returns the files in `folder` that the types of an entry point need, including its own. */
export const reachedTypes = (folder, entry) => {
  const reached = new Set([`${entry}.d.ts`]);
  for (const file of reached) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, module] of text.matchAll(/"\.\/([^"]+)\.js"/g)) reached.add(`${module}.d.ts`);
  }
  return [...reached];
};
