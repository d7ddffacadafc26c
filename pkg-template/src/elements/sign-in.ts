import { methodsOf, type ProvidedClient } from "../adapter/client.js";

/** What a user has caused, and therefore knows: a closed popup, and a second click. */
const KNOWN = ["popup_closed", "superseded"];

/**
 * Signs the user in, with the options that the element's attributes have. Call it in a click handler. Rejects with what
 * the user must be shown.
 */
export const signIn = async (host: Element, client: ProvidedClient): Promise<void> => {
  const option = (name: string) => host.getAttribute(name) ?? undefined;
  // Only a service of Stagepass has scopes that are known here.
  const scope = option("scope") ?? ("oauth" in client ? "read" : undefined);
  const options = { scope, display: option("display"), fallback: option("fallback") };
  try {
    await methodsOf(client).login(options as never);
  } catch (error) {
    if (!KNOWN.includes((error as { code: string }).code)) throw error;
  }
};
