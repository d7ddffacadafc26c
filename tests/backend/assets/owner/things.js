// What an owner makes with an ID, a name and perhaps an address: groups and products. Each list has the same form, to
// make one and to change it.

import { button, entry, line, link, make } from "./elements.js";
import { alarm, alone, announce, calm, judge, onSubmit } from "./news.js";
import { question } from "./question.js";
import { ask, list } from "./server.js";

const MAX_ID = 63;

/**
 * What is shown of all things of one sort.
 * @param sort `{one, many, empty, gone, address: {member, label, note}, inside}`. `one` and `many` are the names of one
 *   and of several. `empty` is the text if none exist, and `gone` the text before one is deleted. `address` is the
 *   address that each may have. `inside` is a function that makes the elements in each.
 */
export async function loadThings(sort) {
  const all = await list(sort.many);
  const rows = make("ul", { class: "things" });
  const empty = make("p", { class: "empty", text: sort.empty });
  const count = () => {
    empty.hidden = rows.childElementCount > 0;
    rows.hidden = !empty.hidden;
  };
  const isTaken = (id) => [...rows.children].some(({ dataset }) => dataset.id === id);
  const show = (thing) =>
    item(thing, sort, (row) => {
      row.remove();
      count();
    });
  rows.append(...all.map(show));
  count();
  const making = thingForm(sort, null, isTaken, (thing) => {
    const row = show(thing);
    rows.prepend(row);
    count();
    announce(`${thing.name} is added.`);
    return row.querySelector("h3");
  });
  const heading = make("h3", { text: `Add a ${sort.one}` });
  return make("div", { class: "stack" }, empty, rows, make("div", { class: "making" }, heading, making));
}

function item(thing, sort, gone) {
  const address = thing[sort.address.member];
  const place = make("div");
  const row = make("li", { "data-id": thing.id });
  const problem = calm();
  const change = button("Edit", () => toggle(), { about: thing.name, "aria-expanded": "false" });
  const toggle = () => {
    const isOpen = change.ariaExpanded === "true";
    change.ariaExpanded = String(!isOpen);
    place.replaceChildren();
    if (isOpen) return;
    const form = thingForm(sort, thing, undefined, (stored) => {
      announce("Saved.");
      const anew = item(stored, sort, gone);
      row.replaceWith(anew);
      return anew.querySelector("h3");
    });
    place.append(form);
    form.querySelector("input").focus();
  };
  const remove = async () => {
    if (!(await question(`Delete ${thing.name}?`, { meaning: sort.gone, verb: `Delete ${sort.one}` }))) return;
    await alone(async () => {
      problem.hidden = true;
      try {
        await ask(`/owner/${sort.many}/${thing.id}`, { method: "DELETE" });
        const heading = row.closest("section").querySelector("h2");
        gone(row);
        announce(`${thing.name} is deleted.`);
        return heading;
      } catch (error) {
        alarm(problem, error);
        return undefined;
      }
    });
  };
  row.append(
    make("h3", { class: "name", tabindex: "-1", text: thing.name }),
    make("p", { class: "row" }, make("code", { text: thing.id }), address ? link(address) : null),
    make("p", { class: "row" }, change, button("Delete", remove, { about: thing.name, "data-delete": thing.id })),
    problem,
    place,
    ...sort.inside(thing),
  );
  return row;
}

/** Makes one, or changes it: then its ID stays. */
function thingForm(sort, thing, isTaken, done) {
  const { member, label, note } = sort.address;
  const fields = {
    name: entry("Name", line({ value: thing?.name ?? "", autocapitalize: "sentences" })),
    id: entry("ID", line({ value: thing?.id ?? "" }), { note: "Rules refer to it by this ID. Lowercase letters, digits and hyphens." }),
    [member]: entry(label, line({ value: thing?.[member] ?? "", inputmode: "url", placeholder: "https://" }), { note }),
  };
  const { name, id } = fields;
  const problem = calm();
  const send = async () => {
    problem.hidden = true;
    for (const field of Object.values(fields)) judge(field, "");
    const key = thing?.id ?? id.control.value.trim();
    if (!thing && (key === "" || isTaken(key))) {
      judge(id, key === "" ? "Enter an ID." : "This ID is in use. Choose another one.");
      return id.control;
    }
    const address = fields[member].control.value.trim();
    const body = { name: name.control.value.trim(), ...(address === "" ? {} : { [member]: address }) };
    try {
      const stored = await ask(`/owner/${sort.many}/${encodeURIComponent(key)}`, { method: "PUT", body });
      if (!thing) form.reset();
      return done({ id: key, ...body, ...stored });
    } catch (error) {
      return refuse(fields, problem, error);
    }
  };
  const form = make(
    "form",
    { class: "stack", novalidate: true, "data-form": sort.one },
    name.element,
    thing ? null : id.element,
    fields[member].element,
    problem,
    make(
      "p",
      { class: "actions" },
      make("button", {
        class: thing ? "" : "primary",
        type: "submit",
        text: thing ? "Save" : `Add ${sort.one}`,
      }),
    ),
  );
  if (!thing) followName(name.control, id.control);
  return onSubmit(form, send);
}

/**
 * Shows the server's error beside its field: `name must be …` or `country: …`. Resolves to the field to correct, if
 * the error is about one.
 */
export function refuse(fields, problem, error) {
  const [, member, colon, words] = /^(\w+)(:?) (.*)$/s.exec(error.message) ?? [];
  const field = Object.hasOwn(fields, member ?? "") ? fields[member] : undefined;
  if (field) judge(field, colon ? words : `It ${words}`);
  else alarm(problem, error);
  return field?.control;
}

/** Derives the ID from the name until the user types an ID. */
export function followName(name, id) {
  let isOwn = false;
  id.addEventListener("input", () => {
    isOwn = id.value !== "";
  });
  name.addEventListener("input", () => {
    if (!isOwn) id.value = idOf(name.value);
  });
  name.form?.addEventListener("reset", () => {
    isOwn = false;
  });
}

const idOf = (name) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, MAX_ID)
    .replace(/-+$/, "");
