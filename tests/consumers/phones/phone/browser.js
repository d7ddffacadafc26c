// For a browser's engine: its own fetch and XMLHttpRequest, over the phone's network.

import { network } from "./network.js";

export function install() {
  const { fetch } = globalThis;
  globalThis.fetch = async (asked, init) => {
    const { method, url } = asked instanceof Request ? asked : { method: init?.method ?? "GET", url: String(asked) };
    if (!network.passes(method, url)) throw new TypeError("Failed to fetch");
    return fetch(asked, init);
  };
  const { open, send } = XMLHttpRequest.prototype;
  const asked = new WeakMap();
  Object.assign(XMLHttpRequest.prototype, {
    open(method, url, ...more) {
      asked.set(this, [method, url]);
      return open.call(this, method, url, ...more);
    },
    send(body) {
      if (network.passes(...asked.get(this))) return send.call(this, body);
      setTimeout(() => ["error", "loadend"].map((event) => this.dispatchEvent(new ProgressEvent(event))));
    },
  });
}
