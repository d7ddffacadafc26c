// Values to be copied, and those among them that are shown this once.

import { button, freshId, make } from "./elements.js";
import { announce } from "./news.js";

/** A value with its name, and a button that copies it. */
export function value(name, text) {
  const code = make("code", { id: freshId("value"), text });
  const copied = button("Copy", () => copy(code, copied.firstElementChild), { about: `the ${name}` });
  return make("div", {}, make("dt", { text: name }), make("dd", {}, code, copied));
}

/**
 * A box with values that can't be had again: `[[name, text], …]`. To be put into the page, and then to be given the
 * focus by its heading.
 * @returns `{element, heading}`.
 */
export function shownOnce(caution, values, more = []) {
  const heading = make("p", { class: "caution", tabindex: "-1", text: caution });
  const element = make("div", { class: "stack once" }, heading);
  element.append(make("dl", { class: "values" }, ...values.map(([name, text]) => value(name, text))), ...more);
  return { element, heading };
}

async function copy(code, label) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    label.textContent = "Copied";
  } catch {
    // Not everywhere may a page write there: on plain http, for instance.
    getSelection().selectAllChildren(code);
    label.textContent = "Selected: copy it with your keyboard";
  }
  announce(`${label.textContent}.`);
  setTimeout(() => {
    label.textContent = "Copy";
  }, 3_000);
}
