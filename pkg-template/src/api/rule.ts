import type { Rule } from "../types.js";

/**
 * The members of a rule whose names differ: in TypeScript they are in camelCase, like all members of this package. In
 * JSON they are in snake_case, like all members of the HTTP API.
 */
const WIRE_NAMES = new Map([
  ["notIn", "not_in"],
  ["signedIn", "signed_in"],
]);

const OWN_NAMES = new Map([...WIRE_NAMES].map(([name, wire]) => [wire, name]));

/** Returns a rule with the names of its JSON. Passes on what it does not know, so that the server can refuse it. */
export const ruleToWire = (rule: Rule | null | undefined): unknown => renamed(rule, WIRE_NAMES);

const renamed = (value: unknown, names: Map<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value !== "object" || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [names.get(name) ?? name, renamed(one, names)]));
};

/** Returns a rule with the names of this package. Passes on what it does not know: a server may be newer. */
export const ruleFromWire = (json: Rule | null): Rule | null => renamed(json, OWN_NAMES) as Rule | null;

/** Returns whether this may be a rule, or null. The server checks what is in it. */
export const isRule = (value: unknown): value is Rule | null => typeof value === "object" && !Array.isArray(value);

/** Returns the name in TypeScript of a condition that an access server has named. */
export const conditionOf = (wireName: string): string => OWN_NAMES.get(wireName) ?? wireName;
