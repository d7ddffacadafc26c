// Inputs are JSON, so that they can be printed and read again. Values outside JSON are written as `{ $: … }`.

import { createHash } from "node:crypto";

/**
 * Converts an input's value to one of the simulated browser.
 *
 * @param {unknown} given
 * @param {Record<string, (of: unknown) => unknown>} here what only the page can make, by its kind
 */
export const value = (given, here = {}) => {
  if (typeof given !== "object" || given === null) return given;
  if (Array.isArray(given)) return given.map((item) => value(item, here));
  if ("$" in given) return here[given.$]?.(given.of) ?? special(given, here);
  const object = {};
  for (const [name, member] of Object.entries(given)) {
    if (member?.$ === "throws") Object.defineProperty(object, name, { get: thrower, enumerable: true });
    else object[name] = value(member, here);
  }
  return object;
};

const thrower = () => {
  throw new Error("a getter threw");
};

const special = ({ $: kind, of }, here) => {
  switch (kind) {
    case "number":
      return Number(of);
    case "bigint":
      return BigInt(of);
    case "symbol":
      return Symbol.for(of);
    case "function":
      return () => of;
    case "promise":
      return Promise.resolve(value(of));
    case "repeat":
      return of.text.repeat(of.times);
    case "join":
      return of.map((part) => value(part, here)).join("");
    case "throws":
      return new Proxy({}, { get: thrower });
    case "list that throws":
      return Object.defineProperty(["refresh-1", "refresh-2"], 1, { get: thrower });
    case "list of length":
      return new Array(of);
    case "undefined":
      return undefined;
    case "string object":
      return new String(of);
    default:
      throw new Error(`no such value: ${kind}`);
  }
};

/** Texts longer than this are shown by their length and digest. */
const SHOWN_IN_FULL = 4_000;

/** A value as one line of text; two values have the same line only if they cannot be distinguished. */
export const show = (shown) => {
  switch (typeof shown) {
    case "string":
      return shown.length > SHOWN_IN_FULL ? `"…" of ${shown.length}, ${digest(shown)}` : JSON.stringify(shown);
    case "number":
      return Object.is(shown, -0) ? "-0" : String(shown);
    case "bigint":
      return `${shown}n`;
    case "function":
      return "a function";
    case "object":
      return shown === null ? "null" : showObject(shown);
    default:
      return String(shown);
  }
};

const showObject = (object) => {
  if (isTrap(object)) return "trap";
  if (object instanceof Error) return `${object.name}: ${object.message}`;
  if (Array.isArray(object)) return `[${Array.from(object, show).join(", ")}]`;
  if (Object.getPrototypeOf(object) !== Object.prototype) return `a ${object.constructor?.name}`;
  return `{${Object.entries(object)
    .map(([name, member]) => `${JSON.stringify(name)}: ${show(member)}`)
    .join(", ")}}`;
};

/** UTF-16, since UTF-8 makes all lone surrogates the same. */
const digest = (text) => createHash("sha256").update(text, "utf16le").digest("base64url").slice(0, 16);

/** Whether `thrown` is an instance's end. The engines have their own words for it: `unreachable`, and `abort()`. */
const isTrap = (thrown) =>
  thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError || thrown?.message === "abort";
