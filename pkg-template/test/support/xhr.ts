// XMLHttpRequest over Node's HTTP, as far as an upload uses it. Node has none.

import { type ClientRequest, request } from "node:http";

export class PretendXhr {
  /** Whether responses have no final URL. */
  static hidesUrl = false;
  /** How many requests are on their way. */
  static open = 0;
  status = 0;
  responseText = "";
  responseURL = "";
  upload: { onprogress: (event: { lengthComputable: boolean; loaded: number }) => void } = { onprogress: () => {} };
  onload = () => {};
  onerror = (_error: unknown) => {};
  onabort = () => {};
  onloadend = () => {};
  #method = "";
  #url = "";
  readonly #headers: Record<string, string> = {};
  #answerHeaders: Record<string, unknown> = {};
  #request: ClientRequest | undefined;
  #isOver = false;

  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }

  getResponseHeader(name: string) {
    return this.#answerHeaders[name.toLowerCase()] ?? null;
  }

  getAllResponseHeaders() {
    return Object.keys(this.#answerHeaders)
      .map((name) => `${name}: …\r\n`)
      .join("");
  }

  async send(body: Blob | null) {
    PretendXhr.open++;
    const bytes = body ? Buffer.from(await body.arrayBuffer()) : Buffer.alloc(0);
    if (this.#isOver) return;
    const headers = { ...this.#headers, "content-length": String(bytes.length) };
    const sent = request(this.#url, { method: this.#method, headers }, async (answer) => {
      let text = "";
      for await (const chunk of answer) text += chunk;
      this.status = answer.statusCode ?? 0;
      this.responseText = text;
      this.#answerHeaders = answer.headers;
      // A browser would have followed it.
      const finalUrl = this.status === 307 ? String(answer.headers.location) : this.#url;
      this.responseURL = PretendXhr.hidesUrl ? "" : finalUrl;
      this.#end(() => this.onload());
    });
    this.#request = sent;
    sent.on("error", (error) => this.#end(() => this.onerror(error)));
    if (bytes.length) this.upload.onprogress({ lengthComputable: true, loaded: bytes.length });
    sent.end(bytes);
  }

  abort() {
    this.#end(() => this.onabort());
    this.#request?.destroy();
  }

  #end(report: () => void) {
    if (this.#isOver) return;
    this.#isOver = true;
    PretendXhr.open--;
    report();
    this.onloadend();
  }
}
