// The pages of a developer's apps. What is typed is judged by the service, and what is changed goes to it as JSON: no
// rule for an app stands here.

const PATIENCE_MS = 15_000;
/** So long nothing is typed before the service is asked what it thinks. */
const PAUSE_MS = 300;
const BASE = new URL("../", import.meta.url).pathname;
const NO_ANSWER = "The service did not answer. Reload this page to see whether the change was made.";
/** The fields of the sessions' limits, in hours. The service takes seconds. */
const LIMITS = ["sessionIdleSeconds", "sessionLongestSeconds"];
const BOUND = "dpop_bound_access_tokens";
const SECRETS = { api_secret: "API secret", bearer_token: "bearer token" };

/** The name of the service. */
const SERVICE = document.querySelector(".brand").textContent;

const find = (css) => document.querySelector(css);
/** The errors of the service have no period at their ends. */
const sentence = (words) => words.replace(/[^.]$/, "$&.");
const form = find("#app");
const rows = find("#redirect-uris");
const apiKey = form.dataset.apiKey;
let isBusy = false;

/** Why the service refused, as a sentence for the user. */
class Refusal extends Error {
  constructor({ error = "", error_description = "The service has an internal error. Try again later.", field }) {
    super(sentence(error_description));
    this.code = error;
    this.field = field;
  }
}

/** Asks the service, and resolves with what it answers: JSON, or null. */
async function ask(path, { method = "GET", body, signal } = {}) {
  const send = async () => {
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRF-Token"] = form.elements.csrf.value;
    if (body) headers["Content-Type"] = "application/json";
    const ends = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${BASE}developer-apps${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal: signal ? AbortSignal.any([ends, signal]) : ends,
    }).catch(() => {
      throw new Refusal({ error_description: NO_ANSWER });
    });
    const json = answer.status === 204 ? null : await answer.json().catch(() => undefined);
    if (!answer.ok) throw new Refusal(json ?? {});
    if (json === undefined) throw new Refusal({ error_description: NO_ANSWER });
    return json;
  };
  try {
    return await send();
  } catch (error) {
    if (error.code !== "invalid_csrf_token") throw error;
    // The page has lain open for an hour, or the user has signed in again in another tab.
    form.elements.csrf.value = (await ask("")).csrf_token;
    return send();
  }
}

/** Lets one thing be under way at a time. */
async function alone(work) {
  if (isBusy) return;
  isBusy = true;
  document.body.ariaBusy = "true";
  try {
    await work();
  } finally {
    isBusy = false;
    document.body.ariaBusy = "false";
  }
}

/** Shows beside a field what is wrong with it. "" removes the message. */
function judge(input, problem, words) {
  if (problem.textContent !== words) problem.textContent = words;
  input.ariaInvalid = String(words !== "");
}

function alarm(place, { code, message }) {
  const isOld = code === "recent_login_required";
  const again = isOld ? "This needs your password. " : code === "login_required" && "You are signed out. ";
  place.textContent = again || message;
  if (again) {
    const link = document.createElement("a");
    const prompt = isOld ? { prompt: "login" } : {};
    link.href = `${BASE}sign-in?${new URLSearchParams({ next: location.pathname, ...prompt })}`;
    // In another tab: what is typed here stays, and can be saved afterwards.
    link.target = "_blank";
    link.textContent = "Sign in in another tab, then try again.";
    place.append(link);
  }
  place.hidden = false;
}

// Redirect URIs.

const each = () =>
  [...rows.children].map((row) => ({ row, input: row.querySelector("textarea"), problem: row.querySelector(".problem") }));

function addRow(uri) {
  const row = find("#uri-row").content.firstElementChild.cloneNode(true);
  row.querySelector("textarea").value = uri;
  rows.append(row);
  return row;
}

/** Names the rows for those who hear them. */
function number() {
  const all = each();
  for (const [at, { row, input, problem }] of all.entries()) {
    problem.id = `redirect-uri-problem-${at}`;
    input.ariaLabel = `Redirect URI ${at + 1}`;
    input.setAttribute("aria-describedby", `redirectUris-rule ${problem.id}`);
    const remove = row.querySelector("[data-remove]");
    remove.ariaLabel = `Remove redirect URI ${at + 1}`;
    remove.hidden = all.length === 1;
  }
}

const pauses = new WeakMap();

function check(input) {
  pauses.get(input)?.abort();
  const pause = new AbortController();
  pauses.set(input, pause);
  const { signal } = pause;
  const { problem } = each().find((row) => row.input === input);
  const uri = input.value.trim();
  if (uri === "") return judge(input, problem, "");
  setTimeout(async () => {
    if (signal.aborted) return;
    try {
      const { message = "" } = await ask(`/redirect-uri?${new URLSearchParams({ uri })}`, { signal });
      if (!signal.aborted) judge(input, problem, sentence(message));
    } catch {
      // Saving says it all once more.
    }
  }, PAUSE_MS);
}

rows.addEventListener("input", ({ target }) => {
  if (/\s/.test(target.value)) target.value = target.value.replace(/\s+/g, "");
  check(target);
});
rows.addEventListener("click", ({ target }) => {
  const row = target.closest("[data-remove]")?.closest("li");
  if (!row) return;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  number();
  next.querySelector("textarea").focus();
});
find("[data-add]").addEventListener("click", () => {
  const row = addRow("");
  number();
  row.querySelector("textarea").focus();
});
// A field of several lines shows the whole address on a phone. The address is one line: Enter saves, as in other
// fields, unless `guard.js` has refused it.
rows.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  const isRefused = event.defaultPrevented;
  event.preventDefault();
  if (!isRefused) form.requestSubmit();
});
number();

// An error is about what was sent.
for (const member of ["name", "description"]) {
  form.elements[member].addEventListener("input", ({ target }) => judge(target, find(`#${member}-problem`), ""));
}

// Limits of sessions.

function showHours(member, seconds) {
  form.elements[member].value = seconds ? seconds / 3600 : "";
}
for (const member of LIMITS) showHours(member, form.elements[member].dataset.seconds);

// Saving.

form.addEventListener("submit", (event) => {
  event.preventDefault();
  alone(save);
});

async function save() {
  const { name, description } = form.elements;
  // What is said of each address from now on is said of all that is saved.
  for (const { input } of each()) pauses.get(input)?.abort();
  find("#form-problem").hidden = true;
  for (const member of [name, description, ...LIMITS.map((limit) => form.elements[limit])]) judge(member, find(`#${member.id}-problem`), "");
  find("#redirectUris-problem").textContent = "";
  const used = each().filter(({ input }) => input.value.trim() !== "");
  const redirectUris = used.map(({ input }) => input.value.trim());
  const bound = form.elements[BOUND].checked;
  const body = { name: name.value, description: description.value, redirectUris, [BOUND]: bound };
  for (const member of LIMITS) {
    const hours = form.elements[member].valueAsNumber;
    body[member] = Number.isNaN(hours) ? null : Math.round(hours * 3600);
  }
  try {
    if (apiKey) showSaved(await ask(`/${apiKey}`, { method: "PUT", body }));
    else showMade(await ask("", { method: "POST", body }));
  } catch (error) {
    refuse(error, used);
  }
}

/** Shows an error beside the field that caused it, and moves the focus to the field. */
function refuse(error, used) {
  const at = /^redirectUris\[(\d+)\]$/.exec(error.field)?.[1];
  if (["name", "description", ...LIMITS].includes(error.field)) {
    const member = form.elements[error.field];
    judge(member, find(`#${error.field}-problem`), error.message);
    member.focus();
  } else if (at !== undefined) {
    judge(used[at].input, used[at].problem, error.message);
    used[at].input.focus();
  } else if (error.field === "redirectUris") {
    find("#redirectUris-problem").textContent = error.message;
    each()[0].input.focus();
  } else {
    alarm(find("#form-problem"), error);
  }
}

/** The secrets are shown this once. A reload shows the app that was made, not another empty form. */
function showMade(app) {
  history.replaceState(null, "", `${BASE}apps/${app.api_key}`);
  document.title = `${app.name} · ${SERVICE}`;
  for (const member of ["api_key", ...Object.keys(SECRETS)]) find(`#made-${member}`).textContent = app[member];
  find("#go-on").href = `${BASE}apps/${app.api_key}`;
  find("#making").hidden = true;
  find("#made").hidden = false;
  find("#made-heading").focus();
}

function showSaved({ name, description, redirectUris, [BOUND]: bound, ...limits }) {
  for (const member of LIMITS) showHours(member, limits[member]);
  form.elements[BOUND].checked = bound;
  form.elements.name.value = name;
  form.elements.description.value = description ?? "";
  rows.replaceChildren();
  redirectUris.forEach(addRow);
  number();
  for (const place of [find("#app-name"), find("[data-app-name]")]) place.textContent = name;
  document.title = `${name} · ${SERVICE}`;
  say(find("#saved"), "Saved.");
  // The code to copy has the addresses in it, and is written by the service.
  renewSnippets().catch(() => location.reload());
}

async function renewSnippets() {
  const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  find("#snippets").replaceWith(document.adoptNode(page.querySelector("#snippets")));
}

/** Empties first: the same words once more are news as well. */
function say(place, words) {
  place.textContent = "";
  setTimeout(() => {
    place.textContent = words;
  }, 50);
}

// Secrets, and the end of an app.

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
}

if (apiKey) {
  // The address selects the tab, without this script too. With it, screen readers name the tab.
  const markTab = () => {
    const shown = find(".tabbed > :target") ?? find(".tabbed > section");
    for (const link of document.querySelectorAll(".tabs a")) link.ariaCurrent = String(link.hash === `#${shown.id}`);
  };
  addEventListener("hashchange", markTab);
  markTab();

  const [rotating, deleting] = [find("#rotate-dialog"), find("#delete-dialog")];
  const typed = find("#delete-name");
  let which;

  for (const button of document.querySelectorAll("[data-rotate]")) {
    button.addEventListener("click", () => {
      which = button.dataset.rotate;
      find("#rotate-what").textContent = SECRETS[which];
      find("#rotate-problem").hidden = true;
      rotating.showModal();
    });
  }

  rotating.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    alone(async () => {
      try {
        const made = await ask(`/${apiKey}/secrets`, { method: "POST", body: { rotate: which } });
        find("#new-secret-name").textContent = `New ${SECRETS[which]}`;
        find("#new-secret").textContent = made[which];
        find("#rotated").hidden = false;
        rotating.close();
        find("#rotated-heading").focus();
      } catch (error) {
        alarm(find("#rotate-problem"), error);
      }
    });
  });

  find("[data-act=delete]").addEventListener("click", () => {
    find("#delete-problem").hidden = true;
    typed.value = "";
    typed.setCustomValidity("");
    deleting.showModal();
    typed.focus();
  });
  typed.addEventListener("input", () => {
    const isName = typed.value.trim() === find("#app-name").textContent;
    typed.setCustomValidity(isName ? "" : "This is not the name of the app.");
  });

  deleting.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    alone(async () => {
      try {
        await ask(`/${apiKey}`, { method: "DELETE" });
        location.assign(`${BASE}apps`);
      } catch (error) {
        alarm(find("#delete-problem"), error);
      }
    });
  });
}
