// The owner's tracks: each with its rule in words, and the form that changes it.

import { button, make } from "./elements.js";
import { alarm, alone, announce, calm, onSubmit } from "./news.js";
import { ruleForm } from "./rule_form.js";
import { Unreadable } from "./rule_tree.js";
import { ask, list } from "./server.js";
import { tryForm } from "./try.js";

/** The editor that is open, if one is: there is never more than one. */
let open = null;

/** What is shown of the tracks. */
export async function load() {
  open = null;
  const shown = make("ul", { class: "things", tabindex: "-1" });
  const next = await addPage(shown);
  if (next === undefined && shown.children.length === 0) {
    const text =
      "You have no tracks here yet. To add one, create a track with a rule: sp.tracks.create.";
    return make("p", { class: "empty", text });
  }
  return make("div", { class: "stack" }, shown, ...(next ? [moreTracks(shown, next)] : []));
}

/** Adds the tracks of a page to the list. Returns the cursor of the next page, if there is one. */
async function addPage(shown, cursor) {
  const query = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const { tracks, nextCursor } = await ask(`/owner/tracks${query}`);
  shown.append(...tracks.map(item));
  return nextCursor;
}

/** The button that adds the next page. The focus goes to the first track of it. */
function moreTracks(shown, first) {
  let next = first;
  const problem = calm();
  const place = make("div", { class: "stack" });
  const add = async () => {
    problem.hidden = true;
    const count = shown.children.length;
    try {
      next = await addPage(shown, next);
    } catch (error) {
      alarm(problem, error, more);
      return undefined;
    }
    if (next === undefined) place.remove();
    // A page can be empty. Then the focus stays on the button, or goes to the list if the button is gone.
    return shown.children[count]?.querySelector("h3") ?? (next === undefined ? shown : undefined);
  };
  const more = () => alone(add);
  place.append(problem, make("p", { class: "actions" }, button("More tracks", more, { "data-more": "tracks" })));
  return place;
}

/** The page shows the tracks again: what may be chosen for a rule has perhaps changed meanwhile. */
export async function shownAgain() {
  if (open) open.renew(await things());
}

async function things() {
  const [groups, products, sites] = await Promise.all(["groups", "products", "sites"].map(list));
  return { groups, products, sites };
}

function item(track) {
  const words = make("p", { class: "words", text: track.words });
  const saved = make("p", { class: "done", role: "status" });
  const place = make("div", { class: "stack" });
  const change = button("Edit rule", () => toggle(), {
    about: `of ${track.title}`,
    "aria-expanded": "false",
    "data-change": track.trackId,
  });
  const shut = () => {
    place.replaceChildren();
    change.ariaExpanded = "false";
    open = null;
  };
  const close = () => {
    shut();
    change.focus();
  };
  const done = (answer) => {
    Object.assign(track, answer);
    words.textContent = track.words;
    saved.textContent = "Saved.";
    announce(`Saved. ${track.words}`);
    shut();
    return change;
  };
  const toggle = () => {
    saved.textContent = "";
    if (open?.shut === shut) {
      close();
      return;
    }
    open?.shut();
    change.ariaExpanded = "true";
    open = { shut, renew() {} };
    begin(track, place, { done, close, opened: (form) => open?.shut === shut && Object.assign(open, form) });
  };
  return make(
    "li",
    { "data-track": track.trackId },
    make("h3", { class: "name", tabindex: "-1", text: track.title }),
    words,
    make("p", { class: "row" }, change, make("span", { class: "quiet", text: `Track ${track.trackId}` }), saved),
    place,
  );
}

/** Gets what the editor needs, and shows it. */
async function begin(track, place, { done, close, opened }) {
  const problem = calm();
  place.replaceChildren(make("p", { class: "quiet", text: "Loading …" }), problem);
  try {
    const [all, { rule }] = await Promise.all([things(), ask(`/tracks/${track.trackId}/rule`)]);
    const form = ruleForm(rule, all);
    // It may have been closed meanwhile.
    if (!opened({ renew: form.renew })) return;
    place.replaceChildren(editor(track, form, all.sites, { done, close }));
    form.focus();
  } catch (error) {
    const known =
      error instanceof Unreadable
        ? new Error(`The rule is of a form that this page does not know. ${error.message}`)
        : error;
    place.replaceChildren(problem);
    alarm(problem, known, () => begin(track, place, { done, close, opened }));
  }
}

function editor(track, form, sites, { done, close }) {
  const problem = calm();
  const save = async () => {
    problem.hidden = true;
    const rule = form.rule();
    if (rule === undefined) return undefined;
    form.refuse("");
    try {
      return done(await ask(`/tracks/${track.trackId}/rule`, { method: "PUT", body: { rule } }));
    } catch (error) {
      const isShown = error.code === "invalid_rule" && form.refuse(error.message);
      if (!isShown) alarm(problem, error);
      return undefined;
    }
  };
  const saving = make(
    "form",
    { class: "stack", novalidate: true, "data-rule-of": track.trackId },
    form.element,
    problem,
    make(
      "p",
      { class: "actions" },
      make("button", { class: "primary", type: "submit", text: "Save rule", "data-save": true }),
      button("Cancel", close, { class: "" }),
    ),
  );
  onSubmit(saving, save);
  const trying = tryForm({ track: track.trackId, rule: form.rule, refuseRule: form.refuse, sites });
  return make("div", { class: "editor" }, make("h4", { text: "Who may listen" }), saving, trying);
}
