import type * as Kit from "../../src/entry/elements.js";
import type * as Testing from "../../src/entry/testing.js";
import type { Stagepass } from "../../src/types.js";
import { openPage } from "../support/dom.js";
import { freshCopy, settled } from "../support/pretend.js";

const page = openPage();
const copy = freshCopy();

/** The entry points of the package, as they are shipped. */
export const { defineElements }: typeof Kit = await import(`${copy}elements.js`);
export const { fakeStagepass, fakeTrack, fakeUser }: typeof Testing = await import(`${copy}testing.js`);

/** Shows an element with this client. */
export const show = async <Name extends "button" | "user" | "player">(
  name: Name,
  client: Stagepass | Stagepass["oauth"],
  attributes: { [name: string]: string } = {},
) => {
  defineElements(client as Stagepass);
  const element = document.createElement(`stagepass-${name}`);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  page.root().append(element);
  await settled();
  const part = (part: string) => element.shadowRoot?.querySelector<HTMLElement>(`[part="${part}"]`);
  return {
    element: element as HTMLElementTagNameMap[`stagepass-${Name}`],
    part,
    /** The text of a part. */
    text: (name: string) => part(name)?.textContent ?? "",
    async click(name: string) {
      part(name)?.click();
      await settled();
    },
    /** The errors that the page gets. */
    errors: errorsOf(element),
  };
};

const errorsOf = (element: HTMLElement): string[] => {
  const codes: string[] = [];
  element.addEventListener("stagepass-error", ({ detail }) => codes.push(detail.code));
  return codes;
};
