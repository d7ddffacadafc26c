/** Attributes by their names, except functions, which listen to an event (`onclick`). */
type Attributes = { [name: string]: string | (() => unknown) };

/**
 * Returns a new element. It assigns no HTML, so a page may require Trusted Types.
 *
 * @param part The name in `::part()` and in the style sheet. Empty: none.
 */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  part = "",
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(part ? { part, ...attributes } : attributes)) {
    if (typeof value === "string") element.setAttribute(key, value);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
};

/** Returns a picture of one path. Screen readers ignore it. */
export const draw = (path: string, viewBox = "0 0 24 24"): SVGSVGElement => {
  const [svg, line] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  svg?.setAttribute("viewBox", viewBox);
  svg?.setAttribute("aria-hidden", "true");
  line?.setAttribute("d", path);
  svg?.append(line as Node);
  return svg as SVGSVGElement;
};
