import type { StagepassButton, StagepassPlayer, StagepassUser } from "../elements/types.js";
import type { StagepassError } from "../errors.js";

export type { AuthMethods, ProvidedClient } from "../adapter/client.js";
export { defineElements } from "../elements/define.js";
export type { StagepassButton, StagepassPlayer, StagepassUser } from "../elements/types.js";

declare global {
  interface HTMLElementTagNameMap {
    "stagepass-button": StagepassButton;
    "stagepass-player": StagepassPlayer;
    "stagepass-user": StagepassUser;
  }

  interface HTMLElementEventMap {
    "stagepass-error": CustomEvent<StagepassError>;
  }
}
