// The files of an app: those of the template's layers, with the values of this app.

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateFailure } from "./failure.mjs";
import { PROVIDERS } from "./providers.mjs";
import { TEMPLATES } from "./templates.mjs";

const FOLDER = fileURLToPath(new URL("../templates", import.meta.url));

/** npm leaves out files with these names, or reads them itself. */
const NAMES = { gitignore: ".gitignore", "env.local": ".env.local" };

/** Returns the content of each file by its path in the app. `dependency` is where it gets `stagepass` from. */
export async function filesOf(options, dependency) {
  const { template, provider } = options;
  const { layers, sessions, session } = TEMPLATES[template];
  const sources = new Map();
  for (const layer of layers) {
    const folder = join(FOLDER, layer);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      sources.set(file.slice(folder.length + 1).replaceAll("\\", "/"), file);
    }
  }
  // Only a Stagepass service has variables: what names another provider is no secret and in the code.
  if (provider !== "stagepass") sources.delete("env.local");
  sources.set(session, sessions.map((kind) => join(FOLDER, "session", kind, `${provider}.ts`)).find(existsSync));

  const values = valuesOf(options);
  const files = new Map();
  for (const [path, source] of [...sources].sort()) {
    const text = (await readFile(source, "utf8")).replaceAll(/\{\{(\w+)\}\}/g, (_match, name) => {
      if (values[name] === undefined) throw new Error(`${source}: there is no value ${name}`);
      return values[name];
    });
    files.set(NAMES[path] ?? path, path === "package.json" ? manifest(text, dependency) : text);
  }
  return files;
}

/** Returns what the templates name in double braces, by its name. */
export function valuesOf({ name, template, provider, issuer = "", clientId = "" }) {
  const { session, address = "" } = TEMPLATES[template];
  // A package of Android has only letters and digits, and begins with a letter.
  const id = `com.example.${name.replaceAll(/[^a-z0-9]/g, "").replace(/^(?=\d)|^$/, "app")}`;
  const redirectUri = template === "expo" ? `${id}://callback` : `${address}/callback.html`;
  const values = { name, id, issuer, clientId, address, redirectUri, session };
  const { about, code } = PROVIDERS[provider];
  return { ...values, ...code, about: about(values).join("\n") };
}

function manifest(text, dependency) {
  const content = JSON.parse(text);
  if (Object.hasOwn({ ...content.dependencies, ...content.devDependencies }, content.name)) {
    throw new CreateFailure(
      "name_invalid",
      `"${content.name}" is the name of a package of the app: name another folder.`,
    );
  }
  content.dependencies = Object.fromEntries(
    Object.entries({ ...content.dependencies, stagepass: dependency }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${JSON.stringify(content, null, 2)}\n`;
}
