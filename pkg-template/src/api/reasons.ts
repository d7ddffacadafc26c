import { webAddress } from "../address.js";
import type { StagepassErrorFacts } from "../errors.js";
import type { Denied, Refusal } from "../types.js";
import { conditionOf } from "./rule.js";

/** An unchecked JSON object. */
export type RawReasons = { [member: string]: unknown };

/** Returns an access server's reasons, those of the right type. */
export const reasonsOf = (told: RawReasons): StagepassErrorFacts => ({
  ...(isText(told.rule) ? { rule: conditionOf(told.rule) } : {}),
  ...placesOf(told),
  ...(Array.isArray(told.refusals) ? { refusals: refusalsOf(told.refusals) } : {}),
});

/** Returns the denial in a response, or undefined. */
export const deniedOf = ({ error, code, refusals }: RawReasons): Denied | undefined => {
  if (!isText(error) || !isText(code)) return undefined;
  return { allowed: false, message: error, code, refusals: Array.isArray(refusals) ? refusalsOf(refusals) : [] };
};

const refusalsOf = (all: unknown[]): Refusal[] => all.flatMap((one) => refusalOf((one ?? {}) as RawReasons) ?? []);

const refusalOf = (told: RawReasons): Refusal | undefined => {
  const { rule, code, error, opensAt, signIn } = told;
  if (!isText(rule) || !isText(code) || !isText(error)) return undefined;
  return {
    rule: conditionOf(rule),
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

/** Returns an owner's link. A page renders it, so `javascript:` must not get through. */
const linkOf = (name: "buyUrl" | "joinUrl", told: RawReasons): { [Name in typeof name]?: string } => {
  const url = webAddress(told[name]);
  return url ? { [name]: url.href } : {};
};

const isText = (value: unknown): value is string => typeof value === "string";
