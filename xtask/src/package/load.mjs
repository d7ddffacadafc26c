// Loads the package as installed beside this script and has the core find fault with a configuration, which it can only do when it runs.
// The argument is the entry point: each needs a process of its own, since they share one core.
import { readFile } from "node:fs/promises";

const entry = process.argv[2];

globalThis.document = {};
globalThis.window = globalThis;
globalThis.location = { href: "http://localhost/", origin: "http://localhost" };
// Node fetches no files.
globalThis.fetch = async (url) =>
  new Response(await readFile(new URL(url)), { headers: { "content-type": "application/wasm" } });
console.error = () => {}; // the facade shows a wrong configuration here as well

const { stagepass } = await import(entry);
const config = { baseUrl: "http://127.0.0.1/v1", redirectUri: "http://localhost/callback", apiKey: "no key" };
const fault = await stagepass(config).ready().then(
  () => new Error("the core accepted an API key that is none"),
  (error) => error,
);
if (fault.code !== "config_invalid" || !fault.message.includes("apiKey")) throw fault;
