// Writes the package's public types into api/, a report for each entry point, so that a change shows as a diff.
// `--check` writes nothing, and fails if a report is out of date.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { typedEntries, writeTypes } from "./types.mjs";

const reports = fileURLToPath(new URL("api", import.meta.url));
const isCheck = process.argv.includes("--check");

mkdirSync(reports, { recursive: true });
const types = mkdtempSync(join(tmpdir(), "stagepass-api-"));
try {
  writeTypes(types);
  writeFileSync(join(types, "package.json"), JSON.stringify({ name: "stagepass", type: "module" }));
  // It has the types of the frameworks.
  symlinkSync(fileURLToPath(new URL("node_modules", import.meta.url)), join(types, "node_modules"));
  const entries = typedEntries();
  const wrong = entries.filter((entry) => isReportChanged(entry)).map((entry) => `${entry}.api.md`);
  for (const file of readdirSync(reports)) {
    if (entries.includes(file.replace(".api.md", ""))) continue;
    wrong.push(file);
    if (!isCheck) rmSync(join(reports, file));
  }
  if (isCheck && wrong.length) {
    const names = wrong.map((file) => `pkg-template/api/${file}`).join(", ");
    throw new Error(`${names}: not what the types say. Run \`npm run api\` in pkg-template, and commit the result`);
  }
} finally {
  rmSync(types, { recursive: true });
}

function isReportChanged(entry) {
  const config = ExtractorConfig.prepare({
    configObject: configuration(entry),
    configObjectFullPath: undefined,
    packageJsonFullPath: join(types, "package.json"),
  });
  const { apiReportChanged, errorCount } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      // The extractor's own compiler is older than some types of the frameworks.
      if (message.sourceFilePath?.includes("/node_modules/")) message.logLevel = "none";
      // It also reports that a report has changed, as this script does.
      if (message.logLevel !== "error") message.handled = true;
    },
  });
  if (errorCount) throw new Error(`the types of ${entry} cannot be read`);
  return apiReportChanged;
}

function configuration(entry) {
  const silent = { default: { logLevel: "none" } };
  return {
    projectFolder: types,
    mainEntryPointFilePath: join(types, `${entry}.d.ts`),
    newlineKind: "lf",
    compiler: {
      overrideTsconfig: {
        compilerOptions: { target: "es2020", module: "nodenext", lib: ["es2020", "dom", "dom.iterable"], types: [] },
        files: [`${entry}.d.ts`],
      },
    },
    apiReport: {
      enabled: true,
      includeForgottenExports: true,
      reportFileName: `${entry}.api.md`,
      reportFolder: reports,
      reportTempFolder: join(types, "reports"),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: "error" } },
      extractorMessageReporting: silent,
      tsdocMessageReporting: silent,
    },
  };
}
