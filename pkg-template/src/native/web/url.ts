// Parses URLs, because React Native's URL is unreliable: before 0.80 most of its getters throw or are wrong.

/** A host name. No percent-encoding and only ASCII, because parsers read anything else in different ways. */
const NAME = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?$/;
const IPV4 = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;
const LOOPBACK_V6 = "[::1]";

const DEFAULT_PORTS: { readonly [protocol: string]: string } = { "http:": "80", "https:": "443" };

/** The parts of a URL, each serialised. */
interface Parts {
  protocol: string;
  host: string;
  path: string;
  search: string;
  hash: string;
}

/**
 * An http or https URL (WHATWG URL), absolute or relative to another. Strict: it rejects what the standard repairs,
 * such as a backslash, a user name, a tab or an IPv4 address as one number.
 */
export class Address {
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
  readonly username = "";
  readonly password = "";

  /** Throws a `TypeError` if it is not a URL. */
  constructor(written: unknown, base?: unknown) {
    const { protocol, host, path, search, hash } = partsOf(String(written), base);
    this.protocol = protocol;
    this.host = host;
    this.hostname = host.replace(/:\d+$/, "");
    this.port = host.slice(this.hostname.length + 1);
    this.origin = `${protocol}//${host}`;
    this.pathname = path;
    this.search = search === "?" ? "" : search;
    this.hash = hash === "#" ? "" : hash;
    this.href = this.origin + path + search + hash;
  }

  toString(): string {
    return this.href;
  }

  toJSON(): string {
    return this.href;
  }
}

const partsOf = (written: string, base: unknown): Parts => {
  const text = written.replace(/^ +| +$/g, "");
  const [, scheme = "", rest = ""] = /^([a-z][a-z\d+.-]*:)?([\s\S]*)$/i.exec(text) ?? [];
  // Browsers drop control characters, and read backslashes as slashes.
  if (hasControl(text) || rest.split(/[?#]/, 1)[0]?.includes("\\")) throw unreadable();
  const protocol = scheme.toLowerCase();
  if (protocol && !(protocol in DEFAULT_PORTS)) throw unreadable();
  if (protocol && !rest.startsWith("//")) throw unreadable();
  if (!protocol && base === undefined) throw unreadable();
  const from = protocol ? undefined : new Address(base);
  const [, authority, path = "", search = "", hash = ""] =
    /^(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(rest) ?? [];
  const own = { search: encoded(search, QUERY), hash: encoded(hash, FRAGMENT) };
  if (authority !== undefined || !from) {
    const whole = protocol || (from?.protocol ?? "");
    return { protocol: whole, host: hostOf(authority ?? "", whole), path: pathOf(path), ...own };
  }
  const { protocol: same, host } = from;
  if (path.startsWith("/")) return { protocol: same, host, path: pathOf(path), ...own };
  if (path) return { protocol: same, host, path: pathOf(from.pathname.replace(/[^/]*$/, "") + path), ...own };
  return { protocol: same, host, path: from.pathname, search: own.search || from.search, hash: own.hash };
};

const hasControl = (text: string): boolean => [...text].some((character) => character < " " || character === "\u007f");

const hostOf = (authority: string, protocol: string): string => {
  const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority.toLowerCase()) ?? [];
  const last = name.replace(/\.$/, "").split(".").pop() ?? "";
  const isNumber = /^(?:\d+|0x[\da-f]*)$/.test(last);
  if (!(name === LOOPBACK_V6 || (isNumber ? IPV4 : NAME).test(name))) throw unreadable();
  const number = Number(port || DEFAULT_PORTS[protocol]);
  if (number > 65_535) throw unreadable();
  return `${number}` === DEFAULT_PORTS[protocol] ? name : `${name}:${number}`;
};

/** Returns a path without `.` and `..`, also if they are percent-encoded. */
const pathOf = (written: string): string => {
  const steps: string[] = [];
  const parts = written.replace(/^\//, "").split("/");
  parts.forEach((part, at) => {
    const plain = part.replace(/%2e/gi, ".");
    const isLast = at === parts.length - 1;
    if (plain === "..") steps.pop();
    if (plain !== ".." && plain !== ".") steps.push(encoded(part, PATH));
    else if (isLast) steps.push("");
  });
  return `/${steps.join("/")}`;
};

const PATH = /[^!-~]|["<>`{}^]/gu;
const QUERY = /[^!-~]|["<>']/gu;
const FRAGMENT = /[^!-~]|["<>`]/gu;

/** Percent-encodes the characters that match `unfit`. A lone surrogate is not a character. */
const encoded = (text: string, unfit: RegExp): string =>
  text.replace(unfit, (character) => {
    if (character === "'") return "%27";
    try {
      return encodeURIComponent(character);
    } catch {
      throw unreadable();
    }
  });

const unreadable = () => new TypeError("This is no http or https address.");

/** The part of `URLSearchParams` that builds a query. */
export class Query {
  readonly #values = new Map<string, string>();

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  toString(): string {
    return [...this.#values].map(([name, value]) => `${formed(name)}=${formed(value)}`).join("&");
  }
}

/** Encodes text as forms do (WHATWG URL, application/x-www-form-urlencoded). */
const formed = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
