// Saves the service's logs and the secrets that the tests see, so that the logs can be searched for the secrets. The
// variable STAGEPASS_TEST_FOLDER names the folder. The format is that of the Rust tests. Without it, nothing is saved.

import { appendFileSync, mkdirSync, openSync } from "node:fs";
import { basename, join } from "node:path";

const FOLDER = process.env.STAGEPASS_TEST_FOLDER;
const OWN = `${basename(process.argv[1] ?? "interop", ".test.mjs")}-${process.pid}`;

/** Kinds of secrets by the members of JSON, the fields of forms and the parameters of addresses that hold them. */
const KINDS = {
  access_token: "access token",
  bearer_token: "bearer token",
  api_secret: "API secret",
  code: "code",
  code_verifier: "code verifier",
  csrf: "CSRF token",
  password: "password",
  refresh_token: "refresh token",
  ticket: "ticket",
};

/** Where a program's standard error goes, as `stdio` takes it. */
export function logOfPrograms() {
  return FOLDER ? openSync(join(part("logs"), `${OWN}-programs.log`), "a") : "ignore";
}

/** Records a secret of this kind. Ignores those shorter than eight characters, because any log contains such texts. */
export function note(kind, secret) {
  if (FOLDER && secret.length >= 8) appendFileSync(join(part("secrets"), OWN), `${kind}\t${secret}\n`);
}

/** Notes the secrets among the members of `object`, by their names. */
export function noteMembers(object) {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === "string" && KINDS[name]) note(KINDS[name], value);
  }
}

function part(name) {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
