// A listener with a browser that keeps cookies, and that goes where the service's own pages lead.

import { browse } from "../../phones/person.mjs";
import { CALLBACK, LISTENER } from "./service.mjs";

/** Opens `address`, signs in, presses `button` ("approve" or "deny"), and says where that leads: the app's callback, with the answer. */
export async function decide(address, button, callback = CALLBACK) {
  return new URL(await browse(address, callback, { ...LISTENER, decision: button }));
}
