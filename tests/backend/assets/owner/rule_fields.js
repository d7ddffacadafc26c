// The fields of a condition, by its kind. They update the condition on each keystroke.

import { button, choice, entry, freshId, line, make } from "./elements.js";
import { judge } from "./news.js";
import { blankWindow } from "./rule_tree.js";

const DAYS = { mon: "Mon", tue: "Tue", wed: "Wed", thu: "Thu", fri: "Fri", sat: "Sat", sun: "Sun" };
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Each country's name and code. Two have a comma in their names: in a list those go by their codes. */
export const COUNTRIES = [...document.querySelectorAll("#countries option")].map(({ value, dataset }) => ({
  name: value,
  code: dataset.code,
  listed: value.includes(",") ? dataset.code : value,
}));

document
  .querySelector("#zones")
  .append(...["listener", ...Intl.supportedValuesOf("timeZone")].map((value) => make("option", { value })));

/**
 * What a condition that is no combination asks for.
 * @param context `{things: {groups, products, sites}, changed}`: what may be chosen, and what to call after each
 *   change.
 * @returns `{elements, entries}`; the entries by their fields' names, as `locate` has them.
 */
export function fieldsOf(node, context) {
  const entries = FIELDS[node.kind]?.(node, context) ?? {};
  for (const one of Object.values(entries)) one.element.addEventListener("input", () => one.within ?? judge(one, ""));
  return { elements: Object.values(entries).map(({ element }) => element), entries };
}

/** Countries by their names, where they are known by their codes. */
export function named(countries) {
  const listed = new Map(COUNTRIES.map(({ code, listed }) => [code, listed]));
  return countries
    .split(",")
    .map((country) => listed.get(country.trim()) ?? country.trim())
    .join(", ");
}

const FIELDS = {
  geo: (node, context) => ({
    how: entry(
      "Listeners may be",
      writing(
        "change",
        node,
        "how",
        context,
        choice(
          [
            ["in", "in these countries"],
            ["not_in", "anywhere except in these countries"],
          ],
          node.how,
        ),
      ),
    ),
    countries: countries(node, context),
  }),
  group: (node, context) => ({
    group: thing(node, "group", context, { label: "Member of", one: "group", many: "groups" }),
  }),
  paid: (node, context) => ({
    paid: thing(node, "paid", context, { label: "Has paid for", one: "product", many: "products" }),
  }),
  signed: (node, context) => ({
    signed: thing(node, "signed", context, { label: "Site", one: "site key", many: "sites" }),
  }),
  origins: (node, context) => ({
    origins: entry(
      "Sites on which the track is played",
      writing(
        "input",
        node,
        "origins",
        context,
        make("textarea", { rows: "2", spellcheck: "false", value: node.origins }),
      ),
      {
        note: "Origins such as https://radio.example, one a line. Browsers send the true origin, but other programs can send any.",
      },
    ),
  }),
  schedule: (node, context) => ({
    starts: entry("From", writing("input", node, "starts", context, moment(node.starts)), {
      note: "Empty: no start.",
    }),
    ends: entry("Until", writing("input", node, "ends", context, moment(node.ends)), { note: "Empty: no end." }),
    ...weekly(node, context),
    zone: zone(node, context),
  }),
  signed_in: (node, context) => ({
    verified: check("and verified by the service", node.verified, (isChecked) => {
      node.verified = isChecked;
      context.changed();
    }),
  }),
};

/** The control, writing what is in it into a member of the condition. */
function writing(event, node, member, { changed }, control) {
  control.addEventListener(event, () => {
    node[member] = control.value;
    changed();
  });
  return control;
}

/**
 * A list of countries. A browser's suggestion replaces the whole value of the field. So each suggestion begins with the
 * countries that the field already has.
 */
function countries(node, context) {
  const options = make("datalist", { id: freshId("countries") });
  const input = writing("input", node, "countries", context, line({ list: options.id, value: node.countries }));
  let last;
  const suggest = () => {
    const [before] = /^(?:.*,\s*)?/s.exec(input.value);
    if (before === last) return;
    last = before;
    options.replaceChildren(
      ...COUNTRIES.map(({ name, code, listed }) =>
        make("option", { value: before + listed, label: listed === name ? `${name} (${code})` : `${code} (${name})` }),
      ),
    );
  };
  input.addEventListener("input", suggest);
  input.addEventListener("focus", suggest);
  const made = entry("Countries", input, { note: "Names or codes, separated by commas: Sweden, DE." });
  made.element.append(options);
  return made;
}

/** A choice between what the owner has made. */
function thing(node, member, { things, changed }, { label, one, many }) {
  const all = things[many];
  const value = node[member];
  const options = [["", `Choose a ${one}`], ...all.map(({ id, name }) => [id, `${name} (${id})`])];
  if (value !== "" && !all.some(({ id }) => id === value)) options.push([value, `${value} (there is none)`]);
  const control = writing("change", node, member, { changed }, choice(options, value));
  return entry(label, control, {
    note: all.length === 0 ? `You have no ${one} yet: create one on this page first.` : undefined,
  });
}

/** A day alone means its beginning. */
function moment(text) {
  return make("input", { type: "datetime-local", value: /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text });
}

function zone(node, context) {
  if (node.zone === "") {
    node.zone = HERE;
    context.changed();
  }
  const input = writing("input", node, "zone", context, line({ list: "zones", value: node.zone }));
  return entry("Time zone", input, { note: "For example Europe/Stockholm, or “listener” for the local time of each user." });
}

/** The windows of a week, each an entry, and after the last the button for one more. */
function weekly(node, context) {
  const box = make("div", { class: "stack windows" });
  const entries = {};
  const show = () => {
    for (const name of Object.keys(entries)) delete entries[name];
    node.weekly.forEach((window, at) => {
      entries[`weekly-${at}`] = windowEntry(window, at, context, () => {
        node.weekly.splice(at, 1);
        show();
        context.changed();
        (box.querySelectorAll("fieldset")[Math.min(at, node.weekly.length - 1)] ?? box)
          .querySelector("input, button")
          .focus();
      });
    });
    const add = button("Add hours of the week", () => {
      node.weekly.push(blankWindow());
      show();
      context.changed();
      [...box.querySelectorAll("fieldset")].at(-1).querySelector("input").focus();
    });
    box.replaceChildren(...Object.values(entries).map(({ element }) => element), add);
  };
  show();
  // The box stands among the entries; those in it are found by name when the server says what is wrong with one.
  return { weekly: { element: box, within: entries } };
}

function windowEntry(window, at, { changed }, remove) {
  const id = freshId("window");
  const problem = make("p", { class: "problem", id, "aria-live": "polite" });
  const days = Object.entries(DAYS).map(([day, name]) => {
    const box = make("input", { type: "checkbox", checked: window.days.includes(day) });
    box.addEventListener("change", () => {
      // In the week's order, whichever was chosen first.
      const isIn = (other) => (other === day ? box.checked : window.days.includes(other));
      window.days = Object.keys(DAYS).filter(isIn);
      changed();
    });
    return make("label", { class: "choice" }, box, name);
  });
  // Midnight at the end of a day is 24:00 in a rule, and 00:00 to browsers: a window that ends no later than it begins
  // ends the next day.
  const time = (member, label) =>
    entry(
      label,
      writing(
        "input",
        window,
        member,
        { changed },
        make("input", { type: "time", value: window[member].replace(/^24:/, "00:") }),
      ),
    );
  const times = make("div", { class: "pair" }, time("from", "From").element, time("until", "Until").element);
  const element = make(
    "fieldset",
    { class: "window", "aria-describedby": id },
    make("legend", { text: `Hours ${at + 1}` }),
    make("div", { class: "days" }, ...days),
    times,
    problem,
    button("Remove", remove, { about: `hours ${at + 1}` }),
  );
  const made = { element, control: days[0].firstElementChild, problem };
  element.addEventListener("input", () => judge(made, ""));
  return made;
}

function check(label, isChecked, write) {
  const problem = make("p", { class: "problem", id: freshId("problem"), "aria-live": "polite" });
  const control = make("input", { type: "checkbox", checked: isChecked, "aria-describedby": problem.id });
  control.addEventListener("change", () => write(control.checked));
  return {
    element: make("div", { class: "entry" }, make("label", { class: "choice" }, control, label), problem),
    control,
    problem,
  };
}
