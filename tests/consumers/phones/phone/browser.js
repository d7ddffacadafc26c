// For a browser's engine: its own fetch and XMLHttpRequest, over the phone's network.

import { network } from "./network.js";

export function install() {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const { method, url } = input instanceof Request ? input : { method: init?.method ?? "GET", url: String(input) };
    if (!network.passes(method, url)) throw new TypeError("Failed to fetch");
    return fetch(input, init);
  };
  const { open, send } = XMLHttpRequest.prototype;
  const requests = new WeakMap();
  Object.assign(XMLHttpRequest.prototype, {
    open(method, url, ...more) {
      requests.set(this, [method, url]);
      return open.call(this, method, url, ...more);
    },
    send(body) {
      if (network.passes(...requests.get(this))) return send.call(this, body);
      setTimeout(() => ["error", "loadend"].map((event) => this.dispatchEvent(new ProgressEvent(event))));
    },
  });
}
