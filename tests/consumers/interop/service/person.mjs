// A listener with a browser that keeps cookies, and that goes where the service's own pages lead.

import { browse } from "../../phones/person.mjs";
import { CALLBACK, LISTENER } from "./service.mjs";

/**
 * Opens `address`, signs in, and presses `button` ("approve" or "deny"). Returns the address of the redirect: the app's
 * callback with the response.
 */
export async function decide(address, button, callback = CALLBACK) {
  return new URL(await browse(address, callback, { ...LISTENER, decision: button }));
}
