// React Native's fetch is one over XMLHttpRequest: it follows redirects whatever it is told, and takes `cache` for a wish to have
// the address changed.

type Sent = Request | URL | string;

/**
 * `fetch` that keeps `redirect: "error"`: rejects an answer whose final URL is not the requested one, or is missing, before
 * the answer is used. The system does not send `Authorization` to another origin.
 */
export const fetch = async (input: Sent, init?: RequestInit): Promise<Response> => {
  const asked = isRequest(input) ? input.url : String(input);
  const answer = await globalThis.fetch(isRequest(input) ? input : asked, init && fit(init));
  if (init?.redirect === "error" && (answer.redirected || !isSame(answer.url ?? "", asked))) {
    throw new TypeError("The service answered with a redirect.");
  }
  return answer;
};

/** `new Request`, with an `init` that React Native understands. */
export const Request = function Request(input: Sent, init: RequestInit = {}) {
  return new globalThis.Request(isRequest(input) ? input : String(input), fit(init));
} as unknown as typeof globalThis.Request;

const isRequest = (value: unknown): value is Request => value instanceof globalThis.Request;

// `instanceof`, twice: Hermes of 2022 looks at the prototype alone, and an app may bring a Request of its own later.
if (globalThis.Request) Object.defineProperty(Request, "prototype", { value: globalThis.Request.prototype });
Object.defineProperty(Request, Symbol.hasInstance, { value: isRequest });

/** Where nothing is to be taken from a cache, a header says so: `cache` would put `_=` and the time into the address. */
const fit = ({ cache, ...init }: RequestInit): RequestInit => {
  if (!cache) return init;
  const headers = new Headers(init.headers);
  if (cache === "no-store") headers.set("Cache-Control", "no-store");
  return { ...init, headers };
};

/** Whether two addresses are one, however the system has written it: it may encode what we have not, or the other way round. */
const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (address: string): string => {
  const text = address.replace(/#[\s\S]*/, "").replace(/^([a-z]+:\/\/[^/?]*)(?=\?|$)/i, "$1/");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
