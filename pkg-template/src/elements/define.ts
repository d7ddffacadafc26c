import type { ProvidedClient } from "../adapter/client.js";
import { openButton } from "./button.js";
import { define } from "./element.js";
import { openPlayer } from "./player.js";
import { openUser } from "./user.js";

/**
 * Defines `<stagepass-button>`, `<stagepass-user>` and `<stagepass-player>`, which show this client. Elements that are
 * on the page already start to work. Does nothing on a server.
 *
 * A second call, also by another copy of this package, defines nothing again. Its client is that of all elements which
 * are added to the page from then on.
 *
 * @param client A client of `stagepass()`, created once for the page. With one of `oauth()`, there is no player.
 */
export const defineElements = (client: ProvidedClient): void => {
  if (!globalThis.customElements) return;
  define("button", client, openButton);
  define("user", client, openUser);
  if ("tracks" in client) define("player", client, openPlayer);
};
