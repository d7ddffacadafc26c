// Where the engine is a browser's: its own fetch and XMLHttpRequest, with the phone's network in between.

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
