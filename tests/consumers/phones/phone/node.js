// For Node: a `fetch` and an XMLHttpRequest that send through the phone's network. Node has no XMLHttpRequest.

import { network } from "./network.js";

/** Statuses whose responses have no body. */
const WITHOUT_BODY = [101, 204, 205, 304];

export function install(outside) {
  /** Sends a request. Rejects if there is no network. */
  const send = async (method, url, headers, body) => {
    if (!network.passes(method, url)) throw new TypeError("The Internet connection appears to be offline.");
    const sent = body?.byteLength ? { body: Buffer.from(body).toString("base64") } : {};
    const answer = await outside("http", { method, url, headers, ...sent });
    if (answer.failed) throw new TypeError(answer.failed);
    return { ...answer, bytes: Buffer.from(answer.body, "base64") };
  };

  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    // Makes no request: Node decodes it.
    if (request.url.startsWith("data:")) return fetch(request);
    const { method, url, headers } = request;
    const answer = await send(method, url, Object.fromEntries(headers), await request.arrayBuffer());
    request.signal.throwIfAborted();
    const response = new Response(WITHOUT_BODY.includes(answer.status) ? null : answer.bytes, answer);
    return Object.defineProperty(response, "url", { value: answer.url });
  };
  globalThis.XMLHttpRequest = xhrWith(send);
}

/** XMLHttpRequest, as far as an upload uses it. */
const xhrWith = (send) =>
  class {
    status = 0;
    responseText = "";
    responseURL = "";
    upload = {};
    #request = [];
    #sent = {};
    #received = {};
    #isOver = false;

    open(method, url) {
      this.#request = [method, url];
    }
    setRequestHeader(name, value) {
      this.#sent[name] = value;
    }
    getResponseHeader = (name) => this.#received[name.toLowerCase()] ?? null;
    getAllResponseHeaders = () => Object.entries(this.#received).map(([name, value]) => `${name}: ${value}\r\n`).join("");

    async send(body) {
      try {
        const bytes = await body?.arrayBuffer();
        const { status, headers, url, bytes: received } = await send(...this.#request, this.#sent, bytes);
        if (this.#isOver) return;
        if (bytes) this.upload.onprogress?.({ loaded: bytes.byteLength });
        Object.assign(this, { status, responseText: received.toString(), responseURL: url });
        this.#received = headers;
        this.#end("onload");
      } catch (error) {
        this.#end("onerror", error);
      }
    }
    abort() {
      this.#end("onabort");
    }

    #end(event, about) {
      if (this.#isOver) return;
      this.#isOver = true;
      this[event]?.(about);
      this.onloadend?.();
    }
  };
