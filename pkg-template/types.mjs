// The types of the package's entry points, beside its JavaScript: tsc's own output, laid flat.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The names of the entry points in src/entry: what package.json exports with types. */
export const typedEntries = () => {
  const { exports } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const types = Object.values(exports).map((entry) => entry.types);
  return types.filter(Boolean).map((path) => basename(path, ".d.ts"));
};

// What those lead to. The rest is nobody's business.
const SHARED = [
  "types",
  "errors",
  "errors.gen",
  "react/provider",
  "react/session",
  "react/user",
  "testing/fake",
  "testing/options",
  "testing/people",
];

const EMIT = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", "src", "--outDir"];

/** Writes them into `folder`. */
export const writeTypes = (folder) => {
  const emitted = mkdtempSync(join(tmpdir(), "stagepass-types-"));
  try {
    const tsc = join(here, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", ...EMIT, emitted], {
      cwd: here,
      stdio: "inherit",
    });
    for (const name of typedEntries()) {
      const text = readFileSync(join(emitted, `entry/${name}.d.ts`), "utf8");
      writeFileSync(join(folder, `${name}.d.ts`), text.replaceAll('"../', '"./'));
    }
    for (const name of SHARED) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(join(emitted, `${name}.d.ts`), join(folder, `${name}.d.ts`));
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
};
