import { StagepassError } from "../errors.js";
import type { Tokens } from "../session/token.js";
import type { WaitOptions } from "../types/call.js";
import { within } from "../wait.js";
import { loaded } from "./loaded.js";
import type { OpenIdSettings } from "./provider.js";
import { textOf } from "./text.js";

/** Returns the method `verifySignature`. */
export const verifierOf =
  (settings: OpenIdSettings, tokens: Tokens) =>
  async ({ signal }: WaitOptions = {}): Promise<void> => {
    const { idToken } = await tokens.token({ signal, refused: undefined });
    const { jwksUri } = settings.provider ?? {};
    if (!idToken) throw new StagepassError("id_token_invalid", { description: "ID token: none" });
    if (!jwksUri) throw new StagepassError("provider_invalid", { description: "jwks_uri" });
    // Bundlers detect the file by this exact expression. Keep it in one piece.
    const { isSigned } = await loaded(import("../entry/verify.js"));
    if (!(await within(signal, (ending) => isSigned(idToken, jwksUri, ending, textOf))))
      throw new StagepassError("id_token_invalid", { description: "ID token: signature" });
  };
