import { OWN_PARAMETERS, WRONG_TYPE } from "./border.gen.js";
import type { FIELDS } from "./errors.gen.js";
import { invalid } from "./errors.js";
import type { LoginOptions } from "./types.js";

/** The maximum length of all added parameters in the URL. */
const LONGEST = 2_000;

/** Encodes a text. A lone surrogate has no encoding, and becomes what a URL has for it. */
const encode = (text: unknown) => encodeURIComponent(`${text}`.replace(/[\ud800-\udfff]/gu, "\ufffd"));

/**
 * Returns the parameters that the options add to the authorization request, each after its `&`. Throws `option_invalid`
 * for a value that the service could not understand, and for a name that Stagepass itself sends: the service reads each
 * name only once (RFC 6749 section 3.1).
 */
export const addedParameters = ({ prompt, loginHint, maxAge, uiLocales, extraParams }: LoginOptions): string => {
  let query = "";
  const add = (
    field: (typeof FIELDS)[number],
    name: string,
    value: unknown,
    isValid: boolean = typeof value === "string",
  ) => {
    if (value == null) return;
    if (isValid) query += `&${encode(name)}=${encode(value)}`;
    if (!isValid || query.length > LONGEST) throw invalid("option_invalid", field, WRONG_TYPE);
  };
  add("prompt", "prompt", prompt, ["none", "login", "consent", "select_account"].includes(prompt as string));
  add("loginHint", "login_hint", loginHint);
  add("maxAge", "max_age", maxAge, /^\d+$/.test(`${maxAge}`));
  add("uiLocales", "ui_locales", uiLocales);
  for (const [name, value] of Object.entries({ ...extraParams })) {
    add("extraParams", name, value, typeof value === "string" && !OWN_PARAMETERS.split(" ").includes(name));
  }
  return query;
};
