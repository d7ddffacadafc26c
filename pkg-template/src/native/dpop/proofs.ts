// Requests with proofs on a phone: the script of browsers, with the keys of the app.

import type { Proofs } from "../../dpop/proofs.js";
import * as script from "../../entry/dpop.js";
import { type Owner, use } from "./keys.js";

/** Returns the proofs by the keys of one client. */
export const openProofs = (owner: Owner): Proofs => {
  const own: typeof script = {
    ...script,
    prepare(config, signal) {
      use(owner);
      script.prepare(config, signal);
    },
    headersFor(name, ...more) {
      use(owner, name);
      return script.headersFor(name, ...more);
    },
    sendRequest(request, isStream, name, ...more) {
      use(owner, name);
      return script.sendRequest(request, isStream, name, ...more);
    },
    send(url, init) {
      use(owner, init.key);
      return script.send(url, init);
    },
  };
  return { load: async () => own, fetch: own.send };
};
