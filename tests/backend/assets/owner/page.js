// The owner's page: who may hear which track. After the sign-in it has five sections. Each loads its content from this
// server when it is first opened. The server validates rules and checks ownership.

import * as groups from "./groups.js";
import { alarm, alone, announce } from "./news.js";
import * as shop from "./shop.js";
import { arrive, leave, SignInProblem, signOut, whoIsThere, whoWasThere } from "./sign_in.js";
import * as sites from "./sites.js";
import * as tracks from "./tracks.js";
import * as webhooks from "./webhooks.js";

const PLACES = { tracks, groups, products: shop, webhooks, sites };

const find = (css) => document.querySelector(css);
const problem = find("#sign-in-problem");
const loaded = new Set();

const sectionOf = (place) => find(`#place-${place}`);

/** The section that the URL names. */
function here() {
  const place = location.hash.slice(1);
  return Object.hasOwn(PLACES, place) ? place : "tracks";
}

/** Gets what a place shows, and shows it. */
async function load(place) {
  const section = sectionOf(place);
  const [content, alert] = [section.querySelector(".content"), section.querySelector(".alert")];
  alert.hidden = true;
  loaded.add(place);
  section.ariaBusy = "true";
  content.classList.add("waiting");
  try {
    content.replaceChildren(await PLACES[place].load());
  } catch (error) {
    loaded.delete(place);
    alarm(alert, error, async () => {
      await load(place);
      section.querySelector("h2").focus();
    });
  } finally {
    section.ariaBusy = "false";
    content.classList.remove("waiting");
  }
}

async function go(place) {
  for (const other of Object.keys(PLACES)) {
    sectionOf(other).hidden = other !== place;
    find(`.places [href="#${other}"]`).ariaCurrent = other === place ? "page" : "false";
  }
  document.title = `${sectionOf(place).querySelector("h2").textContent} · Stagepass`;
  if (!loaded.has(place)) await load(place);
  else await PLACES[place].shownAgain?.().catch(() => {});
}

async function showSignedIn() {
  const { handle, name } = await whoIsThere();
  find("#who-name").textContent = name;
  find("#who-handle").textContent = `@${handle}`;
  for (const other of ["#signed-out", "#signing-in"]) find(other).hidden = true;
  find("#signed-in").hidden = false;
  await go(here());
}

/** Nothing of what was shown stays in the page. */
function showSignedOut(words) {
  for (const place of Object.keys(PLACES)) sectionOf(place).querySelector(".content").replaceChildren();
  loaded.clear();
  find("#signed-in").hidden = true;
  find("#signed-out").hidden = false;
  find("#news").textContent = words;
  announce(words);
}

addEventListener("hashchange", async () => {
  if (find("#signed-in").hidden) return;
  const place = here();
  await go(place);
  sectionOf(place).querySelector("h2").focus();
});

for (const button of document.querySelectorAll("[data-load]")) {
  button.addEventListener("click", () => alone(() => load(button.dataset.load)));
}

find("#sign-out").addEventListener("click", () =>
  alone(async () => {
    const isKnown = await signOut();
    showSignedOut(
      isKnown
        ? "You are signed out."
        : "You are signed out here, but the service did not answer. Remove this app from your connected apps there.",
    );
    return find("#sign-in");
  }),
);

find("#sign-in").addEventListener("click", () =>
  alone(async () => {
    problem.hidden = true;
    try {
      await leave();
    } catch (error) {
      alarm(problem, error);
    }
  }),
);

/** Shows who is signed in, or that no user is, once that is known. */
function settle() {
  find("#signing-in").hidden = true;
  find("#signed-out").hidden = !find("#signed-in").hidden;
  find("#sign-in").disabled = false;
  document.body.dataset.ready = "true";
}

// Back from the service, to the page as it was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) settle();
});

let isLeaving = false;
try {
  const handle = whoWasThere();
  find("#signing-in").hidden = !handle && !location.search;
  find("#signed-out").hidden = !find("#signing-in").hidden;
  if (await arrive()) await showSignedIn();
  else if (handle) {
    await leave(handle);
    isLeaving = true;
  }
} catch (error) {
  const isKnown = error instanceof SignInProblem;
  alarm(problem, new Error(isKnown ? error.message : "Something went wrong. Reload the page."));
  if (!isKnown) throw error;
} finally {
  if (!isLeaving) settle();
}
