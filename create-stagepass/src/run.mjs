import { relative } from "node:path";
import { CreateFailure } from "./failure.mjs";
import { filesOf, valuesOf } from "./files.mjs";
import { complete, readArguments, USAGE } from "./options.mjs";
import { openQuestions } from "./questions.mjs";
import { findSdk } from "./sdk.mjs";
import { TEMPLATES } from "./templates.mjs";
import { writeApp } from "./write.mjs";

/** Runs the command. Returns the exit code: 2 if the arguments are wrong, 1 if no app could be written. */
export async function run(args, { input, output, errors }) {
  try {
    const given = readArguments(args);
    if (given.help) {
      output.write(USAGE);
      return 0;
    }
    const options = await answered(given, input, output);
    const { dependency, dev } = await findSdk();
    const files = await filesOf(options, dependency);
    const { publicFolder } = TEMPLATES[options.template];
    await writeApp(options.folder, files, publicFolder ? [publicFolder] : []);
    output.write(nextSteps(options, files.size, dev));
    return 0;
  } catch (error) {
    if (!(error instanceof CreateFailure)) throw error;
    errors.write(`${error.message}\n`);
    return ["sdk_missing", "not_written", "canceled"].includes(error.code) ? 1 : 2;
  }
}

async function answered(given, input, output) {
  if (!(input.isTTY && output.isTTY)) return complete(given);
  const questions = openQuestions(input, output);
  try {
    return await complete(given, questions.ask);
  } finally {
    questions.close();
  }
}

function nextSteps(options, count, dev) {
  const { folder, name, provider, template } = options;
  const { address, redirectUri } = valuesOf(options);
  const isPhone = template === "expo";
  const steps = [relative(process.cwd(), folder) && `cd ${folder}`, "npm install", "npm test"].filter(Boolean);
  if (provider === "stagepass")
    steps.push(`${dev}${isPhone ? ` --redirect-uri ${redirectUri}` : ""}   # in a second terminal`);
  steps.push(isPhone ? "npm run ios   # or android" : `npm run dev   # ${address}`);
  return `Wrote ${name} (${count} files). Next:\n\n${steps.map((step) => `  ${step}\n`).join("")}`;
}
