// Logins with `stagepass/oauth` at real providers, in the browser that `STAGEPASS_BROWSER` names: `chromium`, `firefox`
// or `webkit`, which needs a display. `STAGEPASS_PROVIDERS` limits the providers to some, by name.
// Glewlwyd is one of them if `STAGEPASS_GLEWLWYD` is set: the prefix under which Debian's package is installed. So is
// LemonLDAP::NG with `STAGEPASS_LEMONLDAP`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { startApp } from "./app.mjs";
import { EXCEPTIONS } from "./exceptions.mjs";
import { STORIES, setting } from "./stories.mjs";
import { startVisitor } from "./visitor.mjs";

/** The providers, each with the script that starts it. */
const PROVIDERS = {
  "oidc-provider": () => import("./start/oidc-provider.mjs"),
  "oidc-provider-dpop": async () => ({ start: (await import("./start/oidc-provider.mjs")).startBound }),
  canaille: () => import("./start/canaille.mjs"),
  django: () => import("./start/django.mjs"),
  stagepass: () => import("./start/stagepass.mjs"),
  ...(process.env.STAGEPASS_GLEWLWYD && { glewlwyd: () => import("./start/glewlwyd.mjs") }),
  ...(process.env.STAGEPASS_LEMONLDAP && { lemonldap: () => import("./start/lemonldap.mjs") }),
};

const DOCUMENT = new URL("../../docs/reference/providers.md", import.meta.url);

const browser = process.env.STAGEPASS_BROWSER || "chromium";
const names = process.env.STAGEPASS_PROVIDERS?.split(",") ?? Object.keys(PROVIDERS);
const table = [];
let app;

before(async () => {
  app = await startApp();
});

after(async () => {
  await app?.stop();
  print();
});

for (const name of names) {
  assert.ok(name in PROVIDERS, `no provider has the name ${name}`);
  describe(name, () => {
    let provider;
    let visitor;

    before(async () => {
      provider = await (await PROVIDERS[name]()).start(app);
      visitor = await startVisitor(browser);
    });

    after(async () => {
      await visitor?.stop();
      await provider?.stop();
    });

    test(`${name}: metadata is as documented`, async () => {
      const document = await readFile(DOCUMENT, "utf8");
      const rows = document.split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
      const [, ...row] = rows.find(([label]) => label === provider.label) ?? [];
      assert.deepEqual(row, facts(await metadataOf(provider.config.issuer)));
    });

    for (const story of Object.keys(STORIES)) {
      const exception = EXCEPTIONS[name]?.[story];
      test(`${name}: ${story}${exception ? " fails" : ""}`, { timeout: 120_000 }, async (t) => {
        const began = performance.now();
        const row = { name, story, cell: "FAILED" };
        table.push(row);
        const at = await setting({ app, visitor, name, provider });
        if (exception) t.diagnostic(exception.reason);
        await (exception?.instead ?? STORIES[story])(at);
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        row.cell = exception ? "cannot" : `${seconds} s`;
      });
    }
  });
}

/** Returns the metadata of a provider (OpenID Connect Discovery section 4, RFC 8414 section 3). */
async function metadataOf(issuer) {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  for (const url of [`${path}/.well-known/openid-configuration`, `/.well-known/oauth-authorization-server${path}`]) {
    const response = await fetch(origin + url);
    if (response.ok) return response.json();
  }
  return assert.fail(`${issuer} has no metadata`);
}

/** Returns the cells of a provider in the documentation. */
function facts(metadata) {
  const word = (value) => (value ? "yes" : "no");
  return [
    word(metadata.issuer.endsWith("/")),
    word(metadata.authorization_response_iss_parameter_supported),
    metadata.response_modes_supported?.join(", ") ?? "not listed",
    word(metadata.userinfo_endpoint),
    word(metadata.revocation_endpoint),
    word(metadata.end_session_endpoint),
  ];
}

/** Prints the browser, a line for each provider, and a column for each story. */
function print() {
  const stories = Object.keys(STORIES);
  const cell = (name, story) => table.find((row) => row.name === name && row.story === story)?.cell ?? "not run";
  const rows = [[browser, ...stories], ...names.map((name) => [name, ...stories.map((story) => cell(name, story))])];
  console.log(rows.map((row) => row.map((text, at) => text.padEnd(at ? 10 : 18)).join(" ")).join("\n"));
}
