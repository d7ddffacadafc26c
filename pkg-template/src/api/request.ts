import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import type { Bearer } from "../glue.js";
import { DEADLINE } from "../request-defaults.js";
import { isSentAgain } from "../session/bearer.js";
import type { Service } from "./service.js";
import type { Wire } from "./wire.js";

/**
 * How tus sends a request. It uses XMLHttpRequest, because only that reports how much of a body was sent. Each request
 * gets the current access token, and another one after a 401. It times out if nothing moves for 30 seconds.
 *
 * The URL of an upload comes from a response. It is checked before it receives a token.
 *
 * @param end Fires when the upload is over. Nothing is sent after it.
 */
export const stackFor = (service: Service, wire: Wire, end: AbortSignal): HttpStack => ({
  createRequest: (method, url) => new TusRequest(method, url, service, wire, end),
  getName: () => "stagepass",
});

class TusRequest implements HttpRequest {
  readonly #headers: Record<string, string> = {};
  readonly #method: string;
  readonly #url: string;
  readonly #service: Service;
  readonly #wire: Wire;
  readonly #end: AbortSignal;
  #onProgress: (sent: number) => void = () => {};
  #xhr: XMLHttpRequest | undefined;

  constructor(method: string, url: string, service: Service, wire: Wire, end: AbortSignal) {
    this.#method = method;
    this.#url = url;
    this.#service = service;
    this.#wire = wire;
    this.#end = end;
  }

  getMethod = () => this.#method;
  getURL = () => this.#url;
  getUnderlyingObject = () => this.#xhr;
  getHeader = (name: string) => this.#headers[name];
  setHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  setProgressHandler(handler: (sent: number) => void) {
    this.#onProgress = handler;
  }

  async abort() {
    this.#xhr?.abort();
  }

  async send(body: XMLHttpRequestBodyInit | null): Promise<HttpResponse> {
    const { token, ask } = this.#service;
    const signal = this.#end;
    this.#checkAddress();
    let bearer = await token({ signal });
    let answer = await this.#authorized(bearer, body);
    for (let sends = 1; answer.getStatus() === 401 && isSentAgain(bearer, sends); sends++) {
      bearer = await token({ signal, refused: bearer.token });
      answer = await this.#authorized(bearer, body);
    }
    // One endpoint may be wrong about a token: this ends the session only if the service itself refuses it.
    if (answer.getStatus() === 401) await ask("me", { signal });
    return answer;
  }

  #checkAddress() {
    try {
      this.#service.under(this.#url);
    } catch (cause) {
      // The service named an upload URL that is not its own.
      throw this.#wire.fail("bad_response", { cause });
    }
  }

  /** Sends it with the token, and again if the server demands another proof. */
  async #authorized({ token, key }: Bearer, body: XMLHttpRequestBodyInit | null): Promise<HttpResponse> {
    const { dpop } = this.#service;
    if (!key || !dpop) return this.#once({ Authorization: `Bearer ${token}` }, body);
    const { headersFor, isWorthRetry } = await dpop.load();
    // Without the key there are no headers, and the service answers 401.
    const attempt = async () => this.#once((await headersFor(key, this.#method, this.#url, token)) ?? {}, body);
    const answer = await attempt();
    const reply = {
      status: answer.getStatus(),
      headers: { get: (name: string) => answer.getHeader(name) },
      clone: () => ({ text: () => answer.getBody() }),
    };
    return (await isWorthRetry(this.#url, reply)) ? attempt() : answer;
  }

  #once(authorization: { [name: string]: string }, body: XMLHttpRequestBodyInit | null): Promise<HttpResponse> {
    const { fail } = this.#wire;
    if (this.#end.aborted) throw fail("aborted");
    const xhr = new XMLHttpRequest();
    this.#xhr = xhr;
    xhr.open(this.#method, this.#url);
    for (const [name, value] of Object.entries({ ...this.#headers, ...authorization }))
      xhr.setRequestHeader(name, value);
    return new Promise<HttpResponse>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout>;
      const moved = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          reject(fail("timeout"));
          xhr.abort();
        }, DEADLINE);
      };
      xhr.upload.onprogress = ({ loaded }) => {
        moved();
        this.#onProgress(loaded);
      };
      xhr.onload = () => {
        // XMLHttpRequest follows redirects. It does not send the token to another origin (Fetch, HTTP-redirect fetch),
        // but the response is not the service's.
        if (xhr.responseURL === new URL(this.#url).href) resolve(new TusResponse(xhr));
        else reject(fail("bad_response"));
      };
      xhr.onerror = (cause) => reject(fail("network", { cause }));
      xhr.onabort = () => reject(fail("aborted"));
      xhr.onloadend = () => clearTimeout(timer);
      moved();
      xhr.send(body);
    });
  }
}

class TusResponse implements HttpResponse {
  readonly #xhr: XMLHttpRequest;
  constructor(xhr: XMLHttpRequest) {
    this.#xhr = xhr;
  }
  getStatus = () => this.#xhr.status;
  getBody = () => this.#xhr.responseText;
  getHeader(name: string) {
    // Reading a header that the service does not expose logs an error on the console.
    const isThere = new RegExp(`^${name}:`, "im").test(this.#xhr.getAllResponseHeaders());
    return (isThere && this.#xhr.getResponseHeader(name)) || undefined;
  }
  getUnderlyingObject = () => this.#xhr;
}
