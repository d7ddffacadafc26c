// The app that each bundler builds: it uses the package, and nothing specific to a bundler.

import { isStagepassError, stagepass } from "stagepass";

const element = (id) => document.getElementById(id);
let user;

async function start() {
  const config = await (await fetch("/config.json")).json();
  // Which of its two engines the package loads is its own affair. Here both are to be seen.
  const query = new URLSearchParams(location.search);
  const engine = query.get("engine") ?? "auto";
  const redirectUri = new URL(query.get("callback") ?? config.redirectUri, location.href).href;
  const sp = stagepass({ ...config, engine, redirectUri });
  const signIn = (display) => sp.oauth.login({ scope: "read", display }).then(welcome);
  element("sign-in-popup").addEventListener("click", () => showResult(signIn("popup")));
  element("sign-in-page").addEventListener("click", () => showResult(signIn("fullScreen")));
  element("sign-out").addEventListener("click", () => showResult(sp.oauth.logout().then(() => show(undefined))));
  element("count-tracks").addEventListener("click", () => showResult(countTracks(sp)));
  if (await sp.oauth.isAuthenticated()) show(await sp.oauth.getUser());
}

function welcome(result) {
  // The page is on its way to the service otherwise.
  if (result.kind === "signed-in") show(result.user);
}

function show(person) {
  user = person;
  element("name").textContent = user?.name ?? "";
  element("handle").textContent = user ? `@${user.handle}` : "";
  element("tracks").textContent = "";
}

/** The part of the package that a login does not load: it calls the API. */
async function countTracks(sp) {
  const { items } = await sp.users.tracks(user.userId);
  element("tracks").textContent = `${items.length} tracks`;
}

async function showResult(work) {
  document.body.dataset.status = "busy";
  const alert = document.querySelector("[role=alert]");
  alert.textContent = "";
  try {
    await work;
  } catch (error) {
    alert.textContent = isStagepassError(error) ? `${error.message} (${error.code})` : String(error);
  }
  document.body.dataset.status = user ? "signed-in" : "signed-out";
}

void showResult(start());
