// Loads the package that is installed beside this script and passes it an invalid configuration, which only a running
// core rejects. The arguments are the entry point and the engine. Each pair needs its own process, as a page has one
// core.
import { readFile } from "node:fs/promises";

const [entry, engine] = process.argv.slice(2);

globalThis.addEventListener = () => {}; // this is no page: nothing ever happens to it
globalThis.document = { addEventListener };
globalThis.window = globalThis;
globalThis.location = { href: "http://localhost/", origin: "http://localhost" };
// Node fetches no files.
let fetched = 0;
globalThis.fetch = async (url) => {
  fetched++;
  return new Response(await readFile(new URL(url)), { headers: { "content-type": "application/wasm" } });
};
console.error = () => {}; // the facade shows a wrong configuration here as well

const { stagepass } = await import(entry);
const config = { baseUrl: "http://127.0.0.1/v1", redirectUri: "http://localhost/callback", apiKey: "no key", engine };
const fault = await stagepass(config).ready().then(
  () => new Error("the core accepted an API key that is none"),
  (error) => error,
);
if (fault.code !== "config_invalid" || !fault.message.includes("apiKey")) throw fault;
const expected = entry === "stagepass" && engine === "wasm" ? 1 : 0;
if (fetched !== expected) throw new Error(`${entry} with the engine ${engine} fetched ${fetched} files, not ${expected}`);
