// A rule as a form: a tree of conditions, and the same as JSON beside it.

import { button, entry, make } from "./elements.js";
import { judge } from "./news.js";
import { fieldsOf, named } from "./rule_fields.js";
import { blank, changeKind, fromRule, isCombination, locate, problemOf, toRule } from "./rule_tree.js";

/** So long nothing is typed before the form says what is wrong. */
const PAUSE_MS = 600;
const ASKS = {
  geo: "Country",
  group: "Group",
  paid: "A purchase",
  schedule: "The time",
  signed_in: "Signed in",
  origins: "Site (origin)",
  signed: "Site (signed token)",
};
const NO_RULE =
  "The default rule of this server applies: its allowed countries. Without any, nobody may hear the track.";
const COMBINES = { all: "All of these", any: "Any of these", not: "Not this" };

/**
 * A form that holds `rule`.
 * @param things what may be chosen in it: `{groups, products, sites}`.
 * @returns `{element, rule, refuse, renew, focus}`. `rule()` returns the rule in the form. If its JSON is not valid, it
 *   shows the error and returns `undefined`. `refuse(sentence)` shows the server's error beside the field that caused
 *   it, and returns whether there is such a field. `renew(things)` replaces the choices.
 */
export function ruleForm(rule, things) {
  const tree = make("div", { class: "tree" });
  const json = entry("The rule as JSON", make("textarea", { rows: "8", spellcheck: "false", class: "json" }), {
    note: "Changes appear in the form above as soon as they are a valid rule.",
  });
  const details = make("details", {}, make("summary", { text: "The rule as JSON" }), json.element);
  const form = new Form(fromRule(rule), things, tree, json);

  json.control.addEventListener("input", () => form.take());
  form.show();
  return {
    element: make("div", { class: "stack" }, tree, details),
    rule() {
      if (form.wrong === "") return toRule(form.root);
      judge(json, form.wrong);
      details.open = true;
      json.control.focus();
      return undefined;
    },
    refuse: (sentence) => form.refuse(sentence),
    renew(others) {
      form.context.things = others;
      form.show();
    },
    focus: () => tree.querySelector("select").focus(),
  };
}

class Form {
  /** What is shown of each condition: `{select, problem, entries}`. */
  shown = new WeakMap();
  /** The error in the typed JSON, or "" if it is valid. */
  wrong = "";

  constructor(root, things, tree, json) {
    Object.assign(this, { root, tree, json });
    this.context = { things, changed: () => this.write() };
    for (const node of nodesOf(root)) node.countries = node.countries && named(node.countries);
  }

  show() {
    this.tree.replaceChildren(this.condition(this.root, ""));
    this.write();
  }

  /** Writes the rule as JSON, unless the user is typing there. */
  write() {
    if (document.activeElement === this.json.control) return;
    this.json.control.value = JSON.stringify(toRule(this.root), null, 2);
    this.wrong = "";
    judge(this.json, "");
  }

  /**
   * Takes the JSON into the form as it is typed. Not as the field is left: the form would change under the hand that is
   * about to press a button. For the same reason what is wrong is said after a pause.
   */
  take() {
    clearTimeout(this.pause);
    try {
      this.root = fromRule(JSON.parse(this.json.control.value));
      this.wrong = "";
      judge(this.json, "");
      this.tree.replaceChildren(this.condition(this.root, ""));
    } catch (error) {
      this.wrong = error instanceof SyntaxError ? `This is not JSON: ${error.message}` : error.message;
      this.pause = setTimeout(() => judge(this.json, this.wrong), PAUSE_MS);
    }
  }

  refuse(sentence) {
    for (const place of this.tree.querySelectorAll(".problem")) place.textContent = "";
    for (const control of this.tree.querySelectorAll("[aria-invalid=true]")) control.ariaInvalid = "false";
    const { path, problem } = problemOf(sentence);
    if (path === "") return false;
    const { node, field } = locate(this.root, path);
    const { select, problem: place, entries } = this.shown.get(node);
    const at = entries[field] ?? entries.weekly?.within[field] ?? { control: select, problem: place };
    // The server speaks of an ID that is empty, which the user has not typed.
    judge(at, at.control.localName === "select" && at.control.value === "" ? "Choose one." : problem);
    at.control.focus();
    return true;
  }

  /** @param number where it is, `1.2`; "" for the whole rule. `remove`: takes it out of what it is in, if it may go. */
  condition(node, number, remove) {
    const name = number === "" ? "The rule" : `Condition ${number}`;
    const select = this.kinds(node, name, number === "");
    const problem = make("p", { class: "problem", "aria-live": "polite" });
    const body = make("div", { class: "body" });
    let before = node.kind;
    select.addEventListener("focus", () => {
      before = node.kind;
    });
    select.addEventListener("change", () => {
      changeKind(node, select.value, before);
      problem.textContent = "";
      this.fill(node, number, body);
      this.write();
    });
    this.shown.set(node, { select, problem, entries: {} });
    this.fill(node, number, body);
    return make(
      "fieldset",
      { class: "condition" },
      make("legend", { text: name }),
      make(
        "div",
        { class: "head" },
        make("span", { class: "field" }, select),
        remove && button("Remove", remove, { about: name }),
      ),
      problem,
      body,
    );
  }

  kinds(node, name, isRoot) {
    const options = (all) => Object.entries(all).map(([value, text]) => make("option", { value, text }));
    const select = make(
      "select",
      { "aria-label": `${name} asks for` },
      isRoot ? make("option", { value: "none", text: "No rule of its own" }) : null,
      make("optgroup", { label: "Condition" }, ...options(ASKS)),
      make("optgroup", { label: "Several conditions" }, ...options(COMBINES)),
    );
    select.value = node.kind;
    return select;
  }

  fill(node, number, body) {
    const shown = this.shown.get(node);
    if (!isCombination(node)) {
      const { elements, entries } = fieldsOf(node, this.context);
      shown.entries = entries;
      body.replaceChildren(...(node.kind === "none" ? [make("p", { class: "note", text: NO_RULE })] : elements));
      return;
    }
    shown.entries = {};
    const again = (at) => {
      this.fill(node, number, body);
      this.write();
      (this.shown.get(node.rules[at])?.select ?? body.lastElementChild).focus();
    };
    const child = (inner, at) => {
      const remove = () => {
        node.rules.splice(at, 1);
        again(Math.min(at, node.rules.length - 1));
      };
      return this.condition(
        inner,
        number === "" ? `${at + 1}` : `${number}.${at + 1}`,
        node.kind === "not" ? undefined : remove,
      );
    };
    const add = () => {
      node.rules.push(blank("geo"));
      again(node.rules.length - 1);
    };
    const rules = node.kind === "not" ? node.rules.slice(0, 1) : node.rules;
    const about = number === "" ? undefined : `to condition ${number}`;
    body.replaceChildren(...rules.map(child));
    if (node.kind !== "not") body.append(button("Add a condition", add, { about, "data-add": true }));
  }
}

function* nodesOf(node) {
  yield node;
  for (const inner of node.rules) yield* nodesOf(inner);
}
