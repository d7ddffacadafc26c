import assert from "node:assert/strict";
import { test } from "node:test";
import { MISSING, UNKNOWN_VALUE, WRONG_TYPE } from "../../src/border.gen.js";
import { CODES, EXPECTED, FAULTS, FIELDS, TITLES } from "../../src/errors.gen.js";
import { fromCore, invalid, isStagepassError, StagepassError } from "../../src/errors.js";

test("the OAuth error of the service is a member of its own, and nothing that could be a code or a token", () => {
  const { oauthError, description } = fromCore({
    code: 18,
    status: 400,
    description: "The code has expired.",
    oauthError: "invalid_grant",
  });
  assert.deepEqual([oauthError, description], ["invalid_grant", "The code has expired."]);
  for (const other of [undefined, "", "eyJhbGciOiJub25lIn0", "a1b2c3", "Invalid", "a b", "a\n", "a".repeat(65)]) {
    assert.ok(!("oauthError" in fromCore({ code: 18, status: 400, oauthError: other })), other);
  }
});

test("the error's URI is kept only if it is an http or https URL", () => {
  const errorOf = (errorUri?: string) => fromCore({ code: 13, oauthError: "invalid_scope", errorUri });
  const { errorUri } = errorOf("https://docs.example/errors#invalid_scope");
  assert.equal(errorUri, "https://docs.example/errors#invalid_scope");
  for (const other of [
    undefined,
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "//docs.example",
    "https://",
    "https://a b",
    'https://a"onclick="x',
    "\nhttps://docs.example",
    "https://docs.example\n",
    "https://é.example",
  ]) {
    assert.ok(!("errorUri" in errorOf(other)), other);
  }
});

test("every number of the core has its name and its sentence", () => {
  assert.equal(CODES.length, TITLES.length);
  assert.equal(new Set(CODES).size, CODES.length);
  for (const [number, code] of CODES.entries()) {
    if (number === 0 || code === "config_invalid" || code === "option_invalid") continue;
    const error = fromCore({ code: number });
    assert.equal(error.code, code);
    assert.deepEqual([error.title, error.message], [TITLES[number], TITLES[number]]);
    assert.ok(error.message.length > 10, code);
  }
});

test("a message names the field, whether it is missing, and what it must be", () => {
  for (const [number, code] of [
    [1, "config_invalid"],
    [2, "option_invalid"],
  ] as const) {
    for (const [field, name] of FIELDS.entries()) {
      for (const [fault, words] of FAULTS.entries()) {
        const error = fromCore({ code: number, field, fault });
        assert.equal(error.code, code);
        assert.equal(
          error.message,
          `${name} ${fault === MISSING ? "is missing: it " : ""}must ${words || `be ${EXPECTED[field]}`}.`,
        );
      }
    }
  }
});

test("a message says all that is known of the cause", () => {
  for (const code of CODES) {
    if (!code) continue;
    const facts = { status: 400, oauthError: "invalid_grant", description: "Expired.", cause: new TypeError("no DNS") };
    const { message, title } = new StagepassError(code, facts);
    assert.equal(message, `${title} (HTTP 400, invalid_grant, Expired., no DNS)`);
    assert.equal(new StagepassError(code, { message: "Pass x.", cause: "late" }).message, "Pass x. (late)");
    assert.equal(new StagepassError(code, { cause: null }).message, title);
  }
});

test("the facade's own faults are the core's", () => {
  const messageOf = (...[field, fault]: [(typeof FIELDS)[number], number]) =>
    invalid("option_invalid", field, fault).message;
  assert.equal(messageOf("scope", MISSING), 'scope is missing: it must be "read" or "write".');
  assert.equal(messageOf("apiKey", WRONG_TYPE), "apiKey must be a string of at most 256 visible ASCII characters.");
  assert.equal(messageOf("display", UNKNOWN_VALUE), 'display must be "popup" or "redirect".');
  assert.match(invalid("config_invalid", "engine", UNKNOWN_VALUE).message, /^engine must be "auto", "wasm" or "js"\.$/);
});

test("what the service said and its status are passed on, and only if there were any", () => {
  const refused = fromCore({ code: 18, status: 400, description: "The code has expired." });
  assert.deepEqual(
    { ...refused },
    {
      code: "exchange_refused",
      title: TITLES[18],
      description: "The code has expired.",
      status: 400,
    },
  );
  const title = TITLES[9];
  assert.deepEqual({ ...fromCore({ code: 9, status: undefined, description: undefined }) }, { code: "network", title });
});

test("a number from a newer core, and whatever else is thrown, is internal", () => {
  assert.equal(fromCore({ code: 200 }).code, "internal");
  assert.equal(fromCore({ code: 0 }).code, "internal");
  // The second has the number 18, like `exchange_refused`.
  for (const cause of [new RangeError("?"), new DOMException("?", "SecurityError")]) {
    assert.deepEqual([fromCore(cause).code, fromCore(cause).cause], ["internal", cause]);
  }
  for (const thrown of [undefined, null, "no", 9, [9], {}, { code: "network" }]) {
    assert.equal(fromCore(thrown).code, "internal");
  }
});

test("an error is known by its name, so that one of another copy is known as well", () => {
  assert.ok(isStagepassError(new StagepassError("network")));
  assert.match(new StagepassError("network").stack ?? "", /^StagepassError: /);
  assert.ok(isStagepassError(Object.assign(new Error("x"), { name: "StagepassError", code: "network" })));
  for (const other of [new Error("x"), { name: "StagepassError" }, null, undefined, "StagepassError"]) {
    assert.equal(isStagepassError(other), false);
  }
});

test("a message for the developer leaves the title for the user", () => {
  const { title, message } = invalid("option_invalid", "scope", MISSING);
  assert.equal(title, TITLES[CODES.indexOf("option_invalid")]);
  assert.match(message, /^scope is missing/);
});

test("an error is an Error: name, message, stack", () => {
  const error = new StagepassError("popup_closed");
  assert.ok(error instanceof Error && error instanceof StagepassError);
  assert.equal(String(error), `StagepassError: ${TITLES[CODES.indexOf("popup_closed")]}`);
  assert.match(error.stack ?? "", /errors\.test/);
});
