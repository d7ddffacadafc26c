// "Test the rule": the decision of a rule, saved or not, for a hypothetical user.

import { choice, entry, line, link, make, moment } from "./elements.js";
import { calm, judge, onSubmit } from "./news.js";
import { COUNTRIES } from "./rule_fields.js";
import { ask } from "./server.js";
import { refuse } from "./things.js";

/**
 * A form that tries a rule.
 * @param track the track's ID.
 * @param rule returns the rule, or `undefined` if it is not valid.
 * @param refuseRule shows the server's error beside the field that caused it, and returns whether there is such a
 *   field.
 * @param editor the form of the rule: a verdict ends when the rule changes.
 */
export function tryForm({ track, rule, refuseRule, sites, editor }) {
  const fields = {
    country: entry("Country", line({ list: "countries" }), { note: "Empty: the country is unknown." }),
    time: entry("Time", make("input", { type: "datetime-local" }), { note: "In your own time zone. Empty: now." }),
    user: entry("Listener", line({ placeholder: "@handle" }), { note: "Empty: the listener is not signed in." }),
    cameFrom: entry("Site", line({ placeholder: "https://radio.example", inputmode: "url" }), {
      note: "Empty: the site is unknown.",
    }),
    siteToken: entry(
      "Site token from",
      choice([["", "no site"], ...sites.map(({ id, name }) => [id, `${name} (${id})`])], ""),
    ),
  };
  const problem = calm();
  const outcome = make("div", { class: "outcome", role: "status" });
  const form = make(
    "form",
    { class: "stack try", novalidate: true },
    make("h4", { text: "Test the rule" }),
    make("p", {
      class: "note",
      text: "Shows whether this listener may hear the track by the rule in the form, saved or not. Nothing is played.",
    }),
    make("div", { class: "grid" }, ...Object.values(fields).map(({ element }) => element)),
    problem,
    make("p", { class: "actions" }, make("button", { type: "submit", text: "Test the rule" })),
    outcome,
  );
  const tryIt = async () => {
    problem.hidden = true;
    for (const field of Object.values(fields)) judge(field, "");
    outcome.replaceChildren();
    const given = rule();
    if (given === undefined) return undefined;
    try {
      const body = { rule: given, ...pretended(fields) };
      outcome.replaceChildren(...describeDecision(await ask(`/tracks/${track}/try`, { method: "POST", body })));
    } catch (error) {
      if (error.code === "invalid_rule" && refuseRule(error.message)) return undefined;
      if (error.code !== "no_user") return refuse(fields, problem, error);
      judge(fields.user, error.message);
      return fields.user.control;
    }
    return undefined;
  };
  for (const change of ["input", "click"]) editor.addEventListener(change, () => outcome.replaceChildren());
  return onSubmit(form, tryIt);
}

/** What is pretended, without what was left empty. */
function pretended(fields) {
  const [country, time, user, cameFrom, siteToken] = ["country", "time", "user", "cameFrom", "siteToken"].map((name) =>
    fields[name].control.value.trim(),
  );
  return {
    country: country === "" ? null : codeOf(country),
    ...(time === "" ? {} : { time: new Date(time).toISOString() }),
    ...(user === "" ? {} : { user: user.startsWith("@") ? user : `@${user}` }),
    ...(cameFrom === "" ? {} : { cameFrom }),
    ...(siteToken === "" ? {} : { siteToken }),
  };
}

function codeOf(country) {
  const same = (text) => text.toLowerCase() === country.toLowerCase();
  return COUNTRIES.find(({ name, code }) => same(name) || same(code))?.code ?? country;
}

function describeDecision({ allowed, error, refusals = [] }) {
  if (allowed)
    return [make("p", { class: "verdict allowed notice" }, make("strong", { text: "Allowed." }), " The listener may hear the track.")];
  const verdict = make("p", { class: "verdict refused alert" }, make("strong", { text: "Refused." }), ` ${error}`);
  return [verdict, refusals.length === 0 ? "" : make("ul", { class: "refusals" }, ...refusals.map(refusal))];
}

/** One reason for a denial, and what would remove it. */
function refusal({ error, opensAt, buyUrl, joinUrl, signIn }) {
  const opens = [];
  if (opensAt) opens.push(["Opens ", moment(opensAt)]);
  if (signIn) opens.push(["Signing in may help"]);
  if (joinUrl) opens.push(["To join: ", link(joinUrl)]);
  if (buyUrl) opens.push(["To buy: ", link(buyUrl)]);
  const ways = opens.length === 0 ? [["The listener cannot change this"]] : opens;
  return make("li", {}, error, ...ways.map((parts) => make("p", { class: "note" }, ...parts, ".")));
}
