// Site keys: with one, a web site's own server can sign that it sends a listener.

import { button, entry, line, make } from "./elements.js";
import { alarm, alone, announce, calm, judge, onSubmit } from "./news.js";
import { question } from "./question.js";
import { ask, list } from "./server.js";
import { shownOnce } from "./shown_once.js";
import { followName, refuse } from "./things.js";

/** What is shown of the site keys. */
export async function load() {
  const all = await list("sites");
  const rows = make("ul", { class: "things" }, ...all.map(item));
  const empty =
    "You have no site keys yet. With a site key, the server of a site signs tokens for its users. Unlike the origin that a program sends, a token cannot be forged.";
  return make("div", { class: "stack" }, rows, make("p", { class: "empty when-empty", text: empty }), making(rows));
}

function item({ id, name }) {
  const problem = calm();
  const row = make("li", { "data-id": id });
  const remove = async () => {
    const meaning =
      "Tokens that the site signed with it become invalid. A rule that names it no longer matches anybody.";
    if (!(await question(`Delete the key of ${name}?`, { meaning, verb: "Delete key" }))) return;
    await alone(async () => {
      problem.hidden = true;
      try {
        await ask(`/owner/sites/${id}`, { method: "DELETE" });
        const heading = row.closest("section").querySelector("h2");
        row.remove();
        announce(`The key of ${name} is deleted.`);
        return heading;
      } catch (error) {
        alarm(problem, error);
        return undefined;
      }
    });
  };
  row.append(
    make("h3", { class: "name", text: name }),
    make(
      "p",
      { class: "row" },
      make("code", { text: id }),
      button("Delete", remove, { about: `the key of ${name}`, "data-delete": id }),
    ),
    problem,
  );
  return row;
}

function making(rows) {
  const name = entry("Name", line({ autocapitalize: "sentences" }));
  const id = entry("ID", line(), { note: "Rules refer to it by this ID. Lowercase letters, digits and hyphens." });
  const problem = calm();
  const place = make("div");
  const send = async () => {
    problem.hidden = true;
    for (const field of [name, id]) judge(field, "");
    const body = { id: id.control.value.trim(), name: name.control.value.trim() };
    try {
      const made = await ask("/owner/sites", { method: "POST", body });
      form.reset();
      rows.prepend(item({ ...body, ...made }));
      const once = shownOnce("The secret is shown only once. Copy it now, and keep it on the server of the site.", [
        ["ID", made.id],
        ["Secret", made.secret],
      ]);
      place.replaceChildren(once.element);
      return once.heading;
    } catch (error) {
      return refuse({ name, id }, problem, error);
    }
  };
  const form = make(
    "form",
    { class: "stack", novalidate: true, "data-form": "site" },
    name.element,
    id.element,
    problem,
    make("p", { class: "actions" }, make("button", { class: "primary", type: "submit", text: "Add site key" })),
  );
  followName(name.control, id.control);
  return make("div", { class: "making" }, make("h3", { text: "Add a site key" }), onSubmit(form, send), place);
}
