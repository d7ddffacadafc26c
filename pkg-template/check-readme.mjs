// Each example in README.md is a file of examples/, which tsc has compiled. `--write` puts the files' text into the README.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const at = (path) => new URL(path, import.meta.url);
const readme = readFileSync(at("README.md"), "utf8");
const unused = new Set(readdirSync(at("examples")));

const right = readme.replace(/<!-- examples\/(\S+) -->\n```(\w+)\n[\s\S]*?```/g, (_, name, language) => {
  unused.delete(name);
  return `<!-- examples/${name} -->\n\`\`\`${language}\n${readFileSync(at(`examples/${name}`), "utf8")}\`\`\``;
});

const unmarked = right.match(/(?<!-->\n)^```\w+$/m);
if (unmarked) throw new Error(`README.md has an example (${unmarked[0]}) that is no file of examples/`);
if (unused.size) throw new Error(`README.md does not show examples/${[...unused].join(", examples/")}`);
if (process.argv.includes("--write")) writeFileSync(at("README.md"), right);
else if (right !== readme) throw new Error("README.md differs from examples/: run `node check-readme.mjs --write`");
