import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { complete, readArguments } from "../../../create-stagepass/src/options.mjs";
import { openQuestions } from "../../../create-stagepass/src/questions.mjs";
import { run } from "../../../create-stagepass/src/run.mjs";

const OAUTH = ["--issuer", "https://id.example", "--client-id", "radio"];

for (const [what, args, code] of [
  ["unknown template", ["a", "--template", "angular"], "template_unknown"],
  ["inherited name as template", ["a", "--template", "toString"], "template_unknown"],
  ["unknown provider", ["a", "--provider", "google"], "provider_unknown"],
  ["unknown option", ["a", "--typescript"], "argument_unknown"],
  ["option without value", ["a", "--template"], "argument_unknown"],
  ["second folder", ["a", "b"], "argument_unknown"],
  ["upper case name", ["Radio"], "name_invalid"],
  ["name with a space", ["my radio"], "name_invalid"],
  ["name of the package", ["stagepass"], "name_invalid"],
  ["issuer without scheme", ["a", "--issuer", "id.example"], "issuer_invalid"],
  ["issuer over http", ["a", "--issuer", "http://id.example"], "issuer_invalid"],
  ["issuer with a query", ["a", "--issuer", "https://id.example?a"], "issuer_invalid"],
  ["issuer with a quote", ["a", "--issuer", 'https://id.example/"'], "issuer_invalid"],
  ["client ID with a quote", ["a", "--client-id", 'a"b'], "client_id_invalid"],
  ["issuer of a service", ["a", "--provider", "stagepass", "--issuer", "https://id.example"], "option_unneeded"],
  ["oauth on a phone", ["a", "--template", "expo", ...OAUTH], "provider_unsupported"],
]) {
  test(`${what} is refused`, () => assert.throws(() => readArguments(args), { name: "CreateFailure", code }));
}

test("oauth without issuer is refused", async () => {
  await assert.rejects(complete(readArguments(["a", "--provider", "oauth"])), { code: "option_missing" });
});

test("missing arguments have defaults without a terminal", async () => {
  const { folder, template, provider, name } = await complete(readArguments([]));
  assert.deepEqual(
    { folder, template, provider, name },
    { folder: "my-app", template: "vanilla", provider: "stagepass", name: "my-app" },
  );
});

test("complete arguments ask nothing", async () => {
  const ask = () => assert.fail("a question");
  for (const args of [["--provider", "fake"], ["--provider", "stagepass"], OAUTH]) {
    await complete(readArguments(["a", "--template", "vue", ...args]), ask);
  }
});

test("issuer implies oauth", () => {
  assert.equal(readArguments(["a", ...OAUTH]).provider, "oauth");
});

test("terminal asks for what is missing", async () => {
  const questions = [];
  const answers = { Folder: "radio", Template: "react", Sign: "oauth", Address: "https://id.example", Client: "app" };
  const options = await complete({}, async (question) => {
    questions.push(question.split(" ")[0]);
    return answers[questions.at(-1)];
  });
  assert.deepEqual(questions, ["Folder", "Template", "Sign", "Address", "Client"]);
  assert.equal(options.issuer, "https://id.example");
});

test("wrong answer is asked again", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const questions = openQuestions(input, output);
  const answer = questions.ask("Number", "1", (text) => {
    if (text === "x") readArguments(["a", "--template", "x"]);
  });
  input.write("x\n");
  await new Promise((resolve) => setTimeout(resolve, 20));
  input.write("\n");
  assert.equal(await answer, "1");
  questions.close();
  assert.match(String(output.read()), /There is no template "x"/);
});

test("end of input cancels", async () => {
  const input = new PassThrough();
  const questions = openQuestions(input, new PassThrough());
  const answer = questions.ask("Folder", "my-app", () => {});
  input.end();
  await assert.rejects(answer, { code: "canceled" });
});

test("wrong arguments exit with 2", async () => {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  assert.equal(await run(["--template", "x"], { input: new PassThrough(), output, errors }), 2);
  assert.match(String(errors.read()), /^There is no template "x": use one of vanilla, /);
  assert.equal(await run(["--help"], { input: new PassThrough(), output, errors }), 0);
  assert.match(String(output.read()), /^Usage: npm create stagepass/);
});
