import { detailsOf } from "../session/session.js";
import type { Kind, OfStagepass } from "../terms.js";
import type { WaitOptions } from "../types.js";
import { abortable } from "../wait.js";
import type { Status } from "./status.js";

/** The requests for the user that have no response yet, by the login. */
const requests: { [login: string]: Promise<unknown> } = {};

/**
 * Returns the method `getUser`. If parts of the page ask at the same time, the service is asked once.
 *
 * @param ask Requests the user. It is passed the claims of the session's ID token, if there are any.
 */
export const getUserOf =
  <K extends Kind = OfStagepass>({ session, load }: Status<K>, ask: (claims?: string) => Promise<K["user"]>) =>
  async ({ signal }: WaitOptions = {}): Promise<K["user"]> => {
    const { login = "", claims } = detailsOf(await load(signal));
    requests[login] ??= ask(claims);
    // A caller that aborts and asks again does not wait for the same response.
    const response = abortable(requests[login], signal).finally(() => delete requests[login]);
    const user = (await response) as K["user"];
    session.identify(login, user);
    return user;
  };
