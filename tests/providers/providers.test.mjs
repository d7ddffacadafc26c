// Logins with `stagepass/oauth` at real providers, in a browser. `STAGEPASS_PROVIDERS` limits them to some, by name.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApp } from "./app.mjs";
import { STORIES, setting } from "./stories.mjs";
import { startVisitor } from "./visitor.mjs";

/** The providers, each with the script that starts it. */
const PROVIDERS = {
  "oidc-provider": () => import("./start/oidc-provider.mjs"),
  canaille: () => import("./start/canaille.mjs"),
  django: () => import("./start/django.mjs"),
  stagepass: () => import("./start/stagepass.mjs"),
};

/** Stories that a provider cannot do: how they fail, and why. */
const EXCEPTIONS = {};

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
      visitor = await startVisitor();
    });

    after(async () => {
      await visitor?.stop();
      await provider?.stop();
    });

    for (const story of Object.keys(STORIES)) {
      const { error, reason } = EXCEPTIONS[name]?.[story] ?? {};
      test(reason ? `${name}: ${story} fails` : `${name}: ${story}`, { timeout: 120_000 }, async (t) => {
        const began = performance.now();
        const told = STORIES[story](await setting({ app, visitor, name, provider }));
        if (reason) {
          t.diagnostic(reason);
          await assert.rejects(told, error);
        } else {
          await told;
        }
        table.push({ name, story, cell: reason ? "cannot" : `${((performance.now() - began) / 1000).toFixed(1)} s` });
      });
    }
  });
}

/** Prints a line for each provider, and a column for each story. */
function print() {
  const stories = Object.keys(STORIES);
  const cell = (name, story) => table.find((row) => row.name === name && row.story === story)?.cell ?? "FAILED";
  const rows = [["provider", ...stories], ...names.map((name) => [name, ...stories.map((story) => cell(name, story))])];
  console.log(rows.map((row) => row.map((text, at) => text.padEnd(at ? 10 : 14)).join(" ")).join("\n"));
}
