// What the developer wants: from the arguments, from questions, or the defaults.

import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CreateFailure } from "./failure.mjs";
import { PROVIDERS } from "./providers.mjs";
import { TEMPLATES } from "./templates.mjs";

const DEFAULTS = { folder: "my-app", template: "vanilla", provider: "stagepass" };

export const USAGE = `Usage: npm create stagepass [FOLDER] -- [OPTIONS]

Writes a small app that signs users in. In a terminal, it asks for what is missing. Elsewhere, it takes the defaults.

  FOLDER               a new or empty folder (${DEFAULTS.folder})
  --template TEMPLATE  ${Object.keys(TEMPLATES).join(", ")} (${DEFAULTS.template})
  --provider PROVIDER  stagepass: a Stagepass service (default)
                       oauth: any OAuth 2.0 or OpenID provider
                       fake: no server
  --issuer URL         of the provider, for oauth
  --client-id ID       of the app at the provider, for oauth
  --help               prints this text
`;

/** Reads the arguments, and checks those that there are. */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) {
    throw new CreateFailure("argument_unknown", `"${positionals[1]}" is one argument too many: name one folder.`);
  }
  const { template, provider, issuer, "client-id": clientId, help } = values;
  const isOauth = issuer !== undefined || clientId !== undefined;
  const given = { help, folder: positionals[0], template, provider: provider ?? (isOauth ? "oauth" : undefined) };
  if (isOauth && given.provider !== "oauth") {
    throw new CreateFailure("option_unneeded", `--issuer and --client-id are for --provider oauth, not ${provider}.`);
  }
  const options = { ...given, issuer, clientId };
  for (const [name, check] of Object.entries(CHECKS)) if (options[name] !== undefined) check(options[name]);
  checkPair(options);
  return options;
}

function parse(args) {
  const text = { type: "string" };
  const options = {
    template: text,
    provider: text,
    issuer: text,
    "client-id": text,
    help: { type: "boolean", short: "h" },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CreateFailure("argument_unknown", `${error.message.split(". ")[0]}. Run it with --help.`, {
      cause: error,
    });
  }
}

/** Asks for what the arguments do not say. Without `ask`, takes the defaults. */
export async function complete(options, ask) {
  const found = { ...options };
  const answer = async (name, question) => {
    const fallback = DEFAULTS[name];
    found[name] ??= ask && isNeeded(name, found) ? await ask(question(), fallback, CHECKS[name]) : fallback;
  };
  await answer("folder", () => "Folder");
  await answer("template", () => `Template (${Object.keys(TEMPLATES).join(", ")})`);
  await answer(
    "provider",
    () =>
      `Sign in at (${providersOf(found.template)
        .map((name) => `${name}: ${PROVIDERS[name].title}`)
        .join("; ")})`,
  );
  await answer("issuer", () => "Address of the provider (issuer)");
  await answer("clientId", () => "Client ID of the app there");
  CHECKS.folder(found.folder);
  checkPair(found);
  if (found.provider === "oauth" && !(found.issuer && found.clientId)) {
    const missing = found.issuer ? "client-id" : "issuer";
    throw new CreateFailure(
      "option_missing",
      `--provider oauth needs --${missing}: the provider's page of your app has it.`,
    );
  }
  return { ...found, name: nameOf(found.folder) };
}

const isNeeded = (name, { provider }) => !["issuer", "clientId"].includes(name) || provider === "oauth";

const nameOf = (folder) => basename(resolve(folder));

/** `stagepass/oauth` runs in browsers. */
const providersOf = (template) => Object.keys(PROVIDERS).filter((name) => template !== "expo" || name !== "oauth");

function checkPair({ template, provider }) {
  if (provider && !providersOf(template).includes(provider)) {
    throw new CreateFailure(
      "provider_unsupported",
      `--template ${template} has no --provider ${provider}: stagepass/oauth runs in browsers.`,
    );
  }
}

/** Each throws if a value cannot be used. */
const CHECKS = {
  folder(folder) {
    const name = nameOf(folder);
    // It is the name of the app's package, which must not be that of its own dependency.
    if (/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name) && !["stagepass", "node_modules"].includes(name)) return;
    const rule = "lowercase letters, digits, and - . _ after the first character";
    throw new CreateFailure(
      "name_invalid",
      `"${name}" cannot be the name of an app: use ${rule}, and not "stagepass".`,
    );
  },
  template: (template) => checkOneOf("template", template, TEMPLATES),
  provider: (provider) => checkOneOf("provider", provider, PROVIDERS),
  issuer(issuer) {
    const { protocol, hostname, search, hash } = URL.canParse(issuer) ? new URL(issuer) : {};
    const isSecure = protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1"].includes(hostname));
    if (isSecure && !search && !hash && !/["\\\s`]/.test(issuer)) return;
    throw new CreateFailure(
      "issuer_invalid",
      `"${issuer}" is no address of a provider: use https, or http on localhost, without ? and #.`,
    );
  },
  clientId(id) {
    if (/^[\x21-\x7e]+$/.test(id) && !/["\\`]/.test(id)) return;
    throw new CreateFailure(
      "client_id_invalid",
      `"${id}" is no client ID: copy it from the provider's page of your app.`,
    );
  },
};

function checkOneOf(name, value, known) {
  if (Object.hasOwn(known, value)) return;
  const names = Object.keys(known).join(", ");
  throw new CreateFailure(`${name}_unknown`, `There is no ${name} "${value}": use one of ${names}.`);
}
