#!/usr/bin/env node
// `npm create stagepass my-app`: writes a small app with a sign-in.

import { run } from "./src/run.mjs";

process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
