// Checks that each example in the files below is the text of a file in examples/, which tsc has compiled. A name with
// an app's folder is a file of ../examples/, which the suite `phones` compiles. `--write` copies the files' text.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const at = (path) => new URL(path, import.meta.url);
const unused = new Set([
  ...readdirSync(at("examples"), { recursive: true }).filter((name) => name.includes(".")),
  ...readdirSync(at("../examples/expo/recipes")).map((name) => `expo/recipes/${name}`),
]);
const apps = readdirSync(at("../examples"));
const fileOf = (name) => at(apps.includes(name.split("/")[0]) ? `../examples/${name}` : `examples/${name}`);

for (const path of [
  "README.md",
  "../README.md",
  "../docs/guides/callback-page.md",
  "../docs/guides/redirect-only.md",
  "../docs/guides/login-options.md",
  "../docs/guides/dpop.md",
  "../docs/guides/protect-a-route.md",
  "../docs/guides/call-your-own-api.md",
  "../docs/guides/react.md",
  "../docs/guides/next.md",
  "../docs/guides/vue.md",
  "../docs/guides/svelte.md",
  "../docs/guides/angular.md",
  "../docs/guides/solid.md",
  "../docs/guides/elements.md",
  "../docs/guides/react-native.md",
  "../docs/guides/native-rust.md",
  "../docs/guides/testing.md",
  "../docs/guides/gating.md",
  "../docs/guides/uploads.md",
  "../docs/explanation/how-login-works.md",
  "../docs/explanation/session.md",
  "../docs/guides/faq.md",
  "../docs/guides/any-provider.md",
  "../docs/guides/any-provider-checks.md",
  "../docs/guides/providers/keycloak.md",
  "../docs/guides/providers/auth0.md",
  "../docs/guides/providers/entra.md",
  "../docs/guides/providers/okta.md",
  "../docs/guides/migrate/from-oidc-client-ts.md",
  "../docs/guides/migrate/from-auth0-spa-js.md",
  "../docs/guides/migrate/from-audius-sdk-oauth.md",
]) {
  const readme = readFileSync(at(path), "utf8");
  const right = readme.replace(/<!-- examples\/(\S+) -->\n```(\w+)\n[\s\S]*?```/g, (_, name, language) => {
    unused.delete(name);
    return `<!-- examples/${name} -->\n\`\`\`${language}\n${readFileSync(fileOf(name), "utf8")}\`\`\``;
  });
  const unmarked = right.match(/(?<!-->\n)^```(?:ts|tsx|js|html)$/m);
  if (unmarked) throw new Error(`${path} has an example (${unmarked[0]}) that is no file of examples/`);
  if (process.argv.includes("--write")) writeFileSync(at(path), right);
  else if (right !== readme) throw new Error(`${path} differs from examples/: run \`node check-readme.mjs --write\``);
}
if (unused.size) throw new Error(`Nothing shows examples/${[...unused].join(", examples/")}`);
