import { webAddress } from "../address.js";
import type { StagepassErrorFacts } from "../errors.js";
import type { Denied, Refusal } from "../types.js";
import { conditionOf } from "./rule.js";

/** An unchecked JSON object. */
export type RawReasons = { [member: string]: unknown };

/** Returns an access server's reasons, those of the right type. */
export const reasonsOf = (raw: RawReasons): StagepassErrorFacts => ({
  ...(isText(raw.rule) ? { rule: conditionOf(raw.rule) } : {}),
  ...placesOf(raw),
  ...(Array.isArray(raw.refusals) ? { refusals: refusalsOf(raw.refusals) } : {}),
});

/** Returns the denial in a response, or undefined. */
export const deniedOf = ({ error, code, refusals }: RawReasons): Denied | undefined => {
  if (!isText(error) || !isText(code)) return undefined;
  return { allowed: false, message: error, code, refusals: Array.isArray(refusals) ? refusalsOf(refusals) : [] };
};

const refusalsOf = (all: unknown[]): Refusal[] => all.flatMap((one) => refusalOf((one ?? {}) as RawReasons) ?? []);

const refusalOf = (raw: RawReasons): Refusal | undefined => {
  const { rule, code, error, opensAt, signIn } = raw;
  if (!isText(rule) || !isText(code) || !isText(error)) return undefined;
  return {
    rule: conditionOf(rule),
    code,
    message: error,
    ...placesOf(raw),
    ...(isText(opensAt) && Date.parse(opensAt) ? { opensAt } : {}),
    ...linkOf("buyUrl", raw),
    ...linkOf("joinUrl", raw),
    ...(signIn === true ? { signIn } : {}),
  };
};

const placesOf = ({ yourCountry, allowedCountries }: RawReasons) => ({
  ...(isText(yourCountry) || yourCountry === null ? { yourCountry } : {}),
  ...(Array.isArray(allowedCountries) ? { allowedCountries: allowedCountries.filter(isText) } : {}),
});

/** Returns an owner's link. A page renders it, so `javascript:` must not get through. */
const linkOf = (name: "buyUrl" | "joinUrl", raw: RawReasons): { [Name in typeof name]?: string } => {
  const url = webAddress(raw[name]);
  return url ? { [name]: url.href } : {};
};

const isText = (value: unknown): value is string => typeof value === "string";
