// Making what the page shows. Text goes in as text: no name from a user becomes markup.

let made = 0;

/** An id that no other element has. */
export const freshId = (what) => `${what}-${++made}`;

/**
 * An element. A member that is a function listens to the event of that name, `true` is an attribute without a value,
 * `false` and `undefined` none; `text` is its text.
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") element.value = value;
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A button that does something. */
export function button(text, click, attributes = {}) {
  const { about, ...others } = attributes;
  const label = about ? [make("span", { text }), make("span", { class: "hidden", text: ` ${about}` })] : [text];
  return make("button", { type: "button", class: "link", ...others, ...(click ? { click } : {}) }, ...label);
}

/**
 * A field with its name, what to know of it, and a place for what is wrong with it.
 * @returns `{element, control, problem}`.
 */
export function entry(label, control, { note, framed = true } = {}) {
  control.id ||= freshId("field");
  const problem = make("p", { class: "problem", id: `${control.id}-problem`, "aria-live": "polite" });
  const rule = note ? make("p", { class: "note", id: `${control.id}-note`, text: note }) : null;
  control.setAttribute("aria-describedby", [problem.id, rule?.id].filter(Boolean).join(" "));
  const element = make(
    "div",
    { class: "entry" },
    make("label", { for: control.id, text: label }),
    framed ? make("span", { class: "field" }, control) : control,
    problem,
    rule,
  );
  return { element, control, problem };
}

/** A line of text to be typed. Browsers are not to mend what is an id, an address or a name. */
export const line = (attributes = {}) =>
  make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...attributes });

/** A choice between values: `[[value, text], …]`. */
export function choice(options, value, attributes = {}) {
  const all = options.map(([option, text]) => make("option", { value: option, text }));
  const element = make("select", attributes, ...all);
  element.value = value;
  return element;
}

/** A moment as people say it, with the exact one behind it. */
export function moment(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return make("span", { text });
  const shown = time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return make("time", { datetime: time.toISOString(), text: shown });
}

/** A link to somewhere else, if that is on the web; else the address alone. */
export function link(address, text = address) {
  return isWeb(address)
    ? make("a", { href: address, rel: "noreferrer noopener", target: "_blank", text })
    : make("span", { text: address });
}

function isWeb(address) {
  try {
    return /^https?:$/.test(new URL(address).protocol);
  } catch {
    return false;
  }
}
