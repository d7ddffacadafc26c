import type { Readable } from "svelte/store";
import { type Auth, authOf } from "../adapter/auth.js";
import type { ProvidedClient } from "../adapter/client.js";

/**
 * Returns a Svelte store of the session, the user, and the methods `login` and `logout`. In a component, `$auth` is its
 * value, which changes after each change, in any tab. Any number of stores and components share one request for the
 * user.
 *
 * @param client A client of `stagepass()` or `oauth()`, created once for the page.
 */
// A plain store and no runes: it works in Svelte 4 and 5, in .js and .svelte files, and needs no compile step.
export const createAuth: <Client extends ProvidedClient>(client: Client) => Readable<Auth<Client>> = authOf;
