import type { Rule } from "../types.js";

/**
 * The members of a rule whose names differ: in TypeScript they are in camelCase, like all members of this package. In
 * JSON they are in snake_case, like all members of the HTTP API.
 */
const WIRE_NAMES = new Map([
  ["notIn", "not_in"],
  ["signedIn", "signed_in"],
]);

/** Returns a rule with the names of its JSON. Passes on what it does not know, so that the server can refuse it. */
export const ruleToWire = (rule: Rule | undefined): unknown => renamed(rule);

const renamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [WIRE_NAMES.get(name) ?? name, renamed(one)]));
};

/** Returns the name in TypeScript of a condition that an access server has named. */
export const conditionOf = (wireName: string): string =>
  [...WIRE_NAMES].find(([, wire]) => wire === wireName)?.[0] ?? wireName;
