// The owner's tracks: each with its rule in words, and the form that changes it.

import { button, entry, line, make } from "./elements.js";
import { alarm, alone, announce, calm, onSubmit } from "./news.js";
import { ownTracks, playsOf } from "./own_tracks.js";
import { ruleForm } from "./rule_form.js";
import { Unreadable } from "./rule_tree.js";
import { ask, list } from "./server.js";
import { tryForm } from "./try.js";

const LONGEST_TITLE = 200;

/** The editor that is open, if one is: there is never more than one. */
let open = null;

/** What is shown of the tracks. */
export async function load() {
  const found = make("div", { class: "stack" });
  const isThere = await show(found, "");
  return make("div", { class: "stack" }, isThere ? search(found) : null, found);
}

/** Shows the tracks with this text in their titles. Returns whether there are any. */
async function show(found, query) {
  const shown = make("ul", { class: "things", tabindex: "-1" });
  const next = await addPage(shown, query);
  open = null;
  const isThere = next !== undefined || shown.children.length > 0;
  const text = query
    ? `None of your tracks here has “${query}” in its title.`
    : "You have no tracks here yet. To add one, create a track with a rule: sp.tracks.create.";
  found.replaceChildren(isThere ? shown : make("p", { class: "empty", text }));
  if (next) found.append(moreTracks(shown, query, next));
  return isThere;
}

/** The form that searches the titles. An empty field finds all tracks. */
function search(found) {
  const problem = calm();
  let last = "";
  const { element, control } = entry("Search titles", line({ type: "search", maxlength: LONGEST_TITLE }));
  const find = async () => {
    problem.hidden = true;
    const query = control.value.trim();
    try {
      await show(found, query);
      last = query;
      const count = found.querySelectorAll("[data-track]").length;
      announce(count === 0 ? "No tracks found." : `Tracks found: ${count}.`);
    } catch (error) {
      alarm(problem, error, () => alone(find));
    }
    return control;
  };
  control.addEventListener("input", () => {
    if (control.value === "" && last !== "") alone(find);
  });
  const form = make(
    "form",
    { class: "inline", role: "search", novalidate: true, "data-search": "tracks" },
    element,
    make("button", { type: "submit", text: "Search" }),
  );
  return make("div", { class: "stack" }, onSubmit(form, find), problem);
}

/** Adds the tracks of a page to the list. Returns the cursor of the next page, if there is one. */
async function addPage(shown, query, cursor) {
  const { tracks, next } = await ownTracks(query, cursor);
  shown.append(...tracks.map(item));
  return next;
}

/** The button that adds the next page. The focus goes to the first track of it. */
function moreTracks(shown, query, first) {
  let next = first;
  const problem = calm();
  const place = make("div", { class: "stack" });
  const add = async () => {
    problem.hidden = true;
    const count = shown.children.length;
    try {
      next = await addPage(shown, query, next);
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
  const quiet = (text) => make("span", { class: "quiet", text });
  const played = make("span", { class: "quiet", "data-plays": track.trackId });
  showPlays(played);
  return make(
    "li",
    { "data-track": track.trackId },
    make(
      "div",
      { class: "track" },
      cover(track.artwork),
      make("div", {}, make("h3", { class: "name", tabindex: "-1", text: track.title }), words),
    ),
    make("p", { class: "row" }, change, quiet(`Track ${track.trackId}`), played, saved),
    place,
  );
}

/** The artwork, or what stands for it. The title beside it says what it is of. */
function cover(address) {
  const none = make("span", { class: "artwork", "aria-hidden": "true", text: "♪" });
  if (!address) return none;
  const error = () => picture.replaceWith(none);
  const picture = make("img", { class: "artwork", src: address, alt: "", width: 56, height: 56, loading: "lazy", error });
  return picture;
}

/** Shows how often a track was played, as soon as the service has said it. */
async function showPlays(shown) {
  shown.textContent = await playsOf(shown.dataset.plays).catch(() => "Plays unknown");
}

/** Gets what the editor needs, and shows it. */
async function begin(track, place, { done, close, opened }) {
  const problem = calm();
  place.replaceChildren(make("p", { class: "quiet", text: "Loading…" }), problem);
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
  const trying = tryForm({ track: track.trackId, rule: form.rule, refuseRule: form.refuse, sites, editor: saving });
  return make("div", { class: "editor" }, make("h4", { text: "Who may listen" }), saving, trying);
}
