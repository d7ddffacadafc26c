import assert from "node:assert/strict";
import { test } from "node:test";
import { addedParameters } from "../../src/added-parameters.js";
import { OWN_PARAMETERS } from "../../src/border.gen.js";
import type { LoginOptions } from "../../src/types.js";

const added = (options: object) => addedParameters(options as LoginOptions);

test("options become encoded parameters, in their order, and missing ones nothing", () => {
  assert.equal(added({ scope: "read" }), "");
  assert.equal(added({ prompt: undefined, loginHint: null, extraParams: { a: undefined } }), "");
  assert.equal(
    added({
      extraParams: { audience: "https://a.example/?b&c=d", "x&state": "é", empty: "" },
      uiLocales: "de-AT en",
      maxAge: 0,
      loginHint: "ada+1@example.com",
      prompt: "select_account",
    }),
    "&prompt=select_account&login_hint=ada%2B1%40example.com&max_age=0&ui_locales=de-AT%20en" +
      "&audience=https%3A%2F%2Fa.example%2F%3Fb%26c%3Dd&x%26state=%C3%A9&empty=",
  );
  assert.equal(added({ loginHint: "\ud800a\ud83d\ude00" }), "&login_hint=%EF%BF%BDa%F0%9F%98%80");
});

test("a value that a service cannot understand is rejected with the option's name", () => {
  const cases: [string, object][] = [
    ...["create", "login consent", "", 1, true].map((prompt): [string, object] => ["prompt", { prompt }]),
    ...[-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21, "", {}].map((maxAge): [string, object] => [
      "maxAge",
      { maxAge },
    ]),
    ...[7, {}, Symbol("x")].map((loginHint): [string, object] => ["loginHint", { loginHint }]),
    ["uiLocales", { uiLocales: ["de"] }],
    ["extraParams", { extraParams: { a: 1 } }],
  ];
  for (const [field, options] of cases) {
    assert.throws(() => added(options), { code: "option_invalid", message: new RegExp(`^${field} must be `) });
  }
});

test("a parameter that Stagepass sends cannot be set", () => {
  for (const name of OWN_PARAMETERS.split(" ")) {
    assert.throws(() => added({ extraParams: { a: "1", [name]: "x" } }), { code: "option_invalid" }, name);
  }
  assert.equal(added({ extraParams: { State: "x", "scope ": "y" } }), "&State=x&scope%20=y");
});

test("all parameters together have a maximum length", () => {
  const long = (length: number) => "x".repeat(length);
  assert.throws(() => added({ loginHint: long(2_000) }), { message: /^loginHint / });
  assert.ok(added({ loginHint: long(1_000) }));
  assert.throws(() => added({ loginHint: long(1_000), extraParams: { a: long(1_000) } }), { message: /^extraParams / });
});
