// React Native's fetch uses XMLHttpRequest. It follows redirects in any case, and changes the URL for the option
// `cache`.

type Sent = Request | URL | string;

/**
 * Sends a request as with `redirect: "error"`, which every request of the package has: rejects a response whose final
 * URL is not the requested one, or is missing, before the response is used. The system does not send `Authorization` to
 * another origin.
 */
export const fetch = async (input: Sent, init?: RequestInit): Promise<Response> => {
  const url = isRequest(input) ? input.url : String(input);
  const answer = await globalThis.fetch(isRequest(input) ? input : url, init && fit(init));
  if (answer.redirected || !isSame(answer.url ?? "", url)) {
    throw new TypeError("The service answered with a redirect.");
  }
  return answer;
};

/** Creates a `Request` with an `init` that React Native supports. */
export const Request = function Request(input: Sent, init: RequestInit = {}) {
  return new globalThis.Request(isRequest(input) ? input : String(input), fit(init));
} as unknown as typeof globalThis.Request;

const isRequest = (value: unknown): value is Request => value instanceof globalThis.Request;

// For `instanceof`, twice: Hermes of 2022 checks only the prototype, and an app may later set its own `Request`.
if (globalThis.Request) Object.defineProperty(Request, "prototype", { value: globalThis.Request.prototype });
Object.defineProperty(Request, Symbol.hasInstance, { value: isRequest });

/** Replaces `cache` by a header: React Native would put `_=` and the time into the URL. */
const fit = ({ cache, ...init }: RequestInit): RequestInit => {
  if (!cache) return init;
  const headers = new Headers(init.headers);
  if (cache === "no-store") headers.set("Cache-Control", "no-store");
  return { ...init, headers };
};

/** Returns whether two URLs are the same. The system may encode characters that we do not, or the reverse. */
const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (address: string): string => {
  const text = address.replace(/#[\s\S]*/, "").replace(/^([a-z]+:\/\/[^/?]*)(?=\?|$)/i, "$1/");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
