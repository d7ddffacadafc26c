// Converts what the core for hosts returns. `cargo xtask package` bundles it with the core's glue.

import { type End, loginOf, sessionOf } from "../core-result.js";
import type { CoreFunctions } from "../glue.js";

/** The exports of the core, which performs its effects by a host's object. */
interface Calls {
  login(config: unknown, options: object): Promise<End>;
  handleRedirect(options: object): Promise<End>;
  session(ask: number, config: unknown, options: object): Promise<End>;
}

/** Returns the functions of the core. */
export const performing = (calls: Calls) =>
  ({
    login: (config, options) => calls.login(config, options).then(loginOf),
    handleRedirect: (options) => calls.handleRedirect(options).then(loginOf),
    session: (ask: number, config: object | string, options: object) =>
      calls.session(ask, config, options).then((end) => sessionOf(ask, end)),
  }) as CoreFunctions;
