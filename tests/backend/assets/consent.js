// "Allow" answers only after the page has been in view and in focus for half a second. A page of an attacker's that gets somebody to
// double-click can bring this one up between the two clicks: the second then falls on a button that is still inert.
"use strict";

const INERT_MS = 500;
const approve = document.getElementById("approve");
let attended = document.hasFocus();
let timer;

function disarm() {
  clearTimeout(timer);
  timer = undefined;
  approve.disabled = true;
}

function arm() {
  if (timer !== undefined || !attended || document.visibilityState !== "visible") return;
  timer = setTimeout(() => { approve.disabled = false; }, INERT_MS);
}

function attend() {
  attended = true;
  arm();
}

function leave() {
  attended = false;
  disarm();
}

// Each time anew: a pointer that passed over the page while another window had the focus has armed it, and that other window may close
// between the two clicks.
window.addEventListener("focus", () => { disarm(); attend(); });
window.addEventListener("blur", leave);
// Some embedded browsers never report the focus. A hand on this page shows it as well; that first click is itself still inert.
for (const sign of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(sign, attend);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") arm();
  else disarm();
});
// Back from the app by the back button: the page comes out of the cache as it was left.
window.addEventListener("pageshow", () => { disarm(); arm(); });
