import { webAddress } from "../address.js";
import type { StagepassErrorFacts } from "../errors.js";
import type { Denied, Refusal } from "../types.js";

/** A JSON object of which nothing is known yet. */
export type RawReasons = { [member: string]: unknown };

/** What an access server says of its reasons, as far as it is of the type that it should be. */
export const reasonsOf = (told: RawReasons): StagepassErrorFacts => ({
  ...(isText(told.rule) ? { rule: told.rule } : {}),
  ...placesOf(told),
  ...(Array.isArray(told.refusals) ? { refusals: refusalsOf(told.refusals) } : {}),
});

/** What it says of a track that may not be heard; undefined for what is no such answer. */
export const deniedOf = ({ error, code, refusals }: RawReasons): Denied | undefined => {
  if (!isText(error) || !isText(code)) return undefined;
  return { allowed: false, message: error, code, refusals: Array.isArray(refusals) ? refusalsOf(refusals) : [] };
};

const refusalsOf = (all: unknown[]): Refusal[] => all.flatMap((one) => refusalOf((one ?? {}) as RawReasons) ?? []);

const refusalOf = (told: RawReasons): Refusal | undefined => {
  const { rule, code, error, opensAt, signIn } = told;
  if (!isText(rule) || !isText(code) || !isText(error)) return undefined;
  return {
    rule,
    code,
    message: error,
    ...placesOf(told),
    ...(isText(opensAt) && Date.parse(opensAt) ? { opensAt } : {}),
    ...linkOf("buyUrl", told),
    ...linkOf("joinUrl", told),
    ...(signIn === true ? { signIn } : {}),
  };
};

const placesOf = ({ yourCountry, allowedCountries }: RawReasons) => ({
  ...(isText(yourCountry) || yourCountry === null ? { yourCountry } : {}),
  ...(Array.isArray(allowedCountries) ? { allowedCountries: allowedCountries.filter(isText) } : {}),
});

/** An owner chose it, and a page makes a link of it: `javascript:` must not get there. */
const linkOf = (name: "buyUrl" | "joinUrl", told: RawReasons): { [Name in typeof name]?: string } => {
  const url = webAddress(told[name]);
  return url ? { [name]: url.href } : {};
};

const isText = (value: unknown): value is string => typeof value === "string";
