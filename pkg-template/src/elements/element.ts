import type { ProvidedClient } from "../adapter/client.js";
import css from "./elements.css";
import playerCss from "./player.css";
import { TEXT_ATTRIBUTES } from "./texts.js";

/** Shows an element as long as it is on the page: until `signal` aborts. */
export type Open = (
  host: HTMLElement,
  client: ProvidedClient,
  signal: AbortSignal,
) => {
  /** The content of the shadow root. */
  readonly box: Node;
  /** Shows the present state. `attribute` has changed. */
  render(attribute: string): void;
};

/** The style sheet of all elements. A sheet without a tag needs no `'unsafe-inline'` in a page's policy. */
let sheet: CSSStyleSheet | undefined;

/** Defines an element. If it is defined already, it shows this client from now on. */
export const define = (name: string, client: ProvidedClient, open: Open): void => {
  const known = customElements.get(`stagepass-${name}`);
  const facts = { client, observedAttributes: ["track", ...TEXT_ATTRIBUTES] };
  if (known) return void Object.assign(known, facts);

  // Here and not above, because a server has no HTMLElement.
  class StagepassElement extends HTMLElement {
    declare ending: AbortController | undefined;
    declare change: ((attribute: string) => void) | undefined;

    connectedCallback() {
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(css + playerCss);
      }
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open", delegatesFocus: name === "button" });
      root.adoptedStyleSheets = [sheet];
      this.ending = new AbortController();
      const { box, render } = open(this, (StagepassElement as unknown as typeof facts).client, this.ending.signal);
      root.replaceChildren(box);
      this.change = render;
    }

    disconnectedCallback() {
      this.ending?.abort();
      this.change = undefined;
    }

    attributeChangedCallback(attribute: string, before: string | null, after: string | null) {
      if (before !== after) this.change?.(attribute);
    }
  }
  customElements.define(`stagepass-${name}`, Object.assign(StagepassElement, facts));
};
