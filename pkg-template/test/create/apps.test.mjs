// Each template with each provider is written, and has what an app needs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOf } from "../../../create-stagepass/src/files.mjs";
import { complete } from "../../../create-stagepass/src/options.mjs";
import { PROVIDERS } from "../../../create-stagepass/src/providers.mjs";
import { findSdk } from "../../../create-stagepass/src/sdk.mjs";
import { TEMPLATES } from "../../../create-stagepass/src/templates.mjs";

const ALL = [".gitignore", "README.md", "package.json", "tsconfig.json"];
const VITE = [...ALL, "index.html", "src/app.test.ts", "src/main.ts", "src/session.ts", "vite.config.ts"];

/** The files of each app, without `.env.local`. */
const EXPECTED = {
  vanilla: VITE,
  react: [...VITE, "src/Account.tsx", "src/App.tsx"],
  vue: [...VITE, "src/App.vue"],
  svelte: [...VITE, "src/App.svelte"],
  next: [
    ...ALL,
    "src/Account.tsx",
    "src/app.test.tsx",
    "src/app/layout.tsx",
    "src/app/page.tsx",
    "src/session.ts",
    "vitest.config.ts",
  ],
  expo: [...ALL, "App.test.tsx", "App.tsx", "app.json", "index.ts", "session.ts"],
};

const write = async (template, provider) => {
  const named = provider === "oauth" ? { issuer: "https://id.example/main", clientId: "radio-1" } : {};
  return filesOf(await complete({ folder: "night-radio", template, provider, ...named }), "^0.1.0");
};

for (const [template, expected] of Object.entries(EXPECTED)) {
  for (const provider of Object.keys(PROVIDERS).filter((name) => template !== "expo" || name !== "oauth")) {
    test(`app is complete: ${template} ${provider}`, async () => {
      const files = await write(template, provider);
      const variables = provider === "stagepass" ? [".env.local"] : [];
      assert.deepEqual([...files.keys()].sort(), [...expected, ...variables].sort());
      for (const [path, text] of files) {
        assert.doesNotMatch(text, /\{\{\w+\}\}/, path);
        assert.ok(text.endsWith("\n"), path);
        if (path.endsWith(".json")) JSON.parse(text);
      }
      assert.ok(files.get("README.md").trimEnd().split("\n").length <= 10);

      const { name, dependencies, scripts } = JSON.parse(files.get("package.json"));
      assert.equal(name, "night-radio");
      assert.equal(dependencies.stagepass, "^0.1.0");
      assert.ok(scripts.test && scripts.dev && scripts.check);
      assert.equal(scripts.postinstall, template === "expo" ? undefined : "stagepass callback public");

      const session = files.get(TEMPLATES[template].session);
      const entry = {
        stagepass: template === "expo" ? "stagepass/react-native" : "stagepass",
        oauth: "stagepass/oauth",
      };
      assert.ok(session.includes(`from "${entry[provider] ?? "stagepass/testing"}"`));
      if (provider === "oauth")
        assert.match(session, /issuer: "https:\/\/id\.example\/main",\n {2}clientId: "radio-1"/);
    });
  }
}

test("every template is tested", () => {
  assert.deepEqual(Object.keys(EXPECTED), Object.keys(TEMPLATES));
});

test("code of oauth apps imports stagepass/oauth only", async () => {
  for (const template of ["vanilla", "react", "vue", "svelte", "next"]) {
    for (const [path, text] of await write(template, "oauth")) {
      if (/\.(tsx?|vue|svelte)$/.test(path)) assert.doesNotMatch(text, /from "stagepass"/, `${template} ${path}`);
    }
  }
});

test("app has the name of a phone's package", async () => {
  const files = await filesOf(
    await complete({ folder: "7-nights", template: "expo", provider: "stagepass" }),
    "^0.1.0",
  );
  assert.equal(JSON.parse(files.get("app.json")).expo.android.package, "com.example.app7nights");
  assert.ok(files.get("session.ts").includes('"com.example.app7nights://callback"'));
});

test("app with a dependency's name is refused", async () => {
  const options = await complete({ folder: "vue", template: "vue" });
  await assert.rejects(filesOf(options, "^0.1.0"), { code: "name_invalid" });
});

test("package comes from npm outside a clone", async () => {
  assert.match((await findSdk("/nowhere")).dependency, /^\^\d+\.\d+\.\d+$/);
});

test("package has the version of stagepass", async () => {
  const { default: own } = await import("../../../create-stagepass/package.json", { with: { type: "json" } });
  const { default: sdk } = await import("../../package.json", { with: { type: "json" } });
  assert.equal(own.version, sdk.version);
});
