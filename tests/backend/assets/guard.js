// Guards the controls that act: the buttons with `data-act`. They do nothing unless a user means them to. A page that
// opens this one as a popup can navigate it, place it between the two clicks of a double click, or open it while the
// user holds a key down.
//
// - They are disabled until the page has been visible and focused for half a second, and again after each change of
//   that or of the fragment.
// - Enter and Space count only after another key press has begun and ended on this page, and never while the key
//   repeats. `repeat` alone is not enough: Firefox reports false for the first event that a popup gets of a held key.
// - A mouse, pen or finger has to go down and up on the control.
// - Assistive technology can click without any of those. Such a click must be made twice.
"use strict";

const INERT_MS = 500;
/** The question in the language of the page, with {} for the words of the button. */
const QUESTION = document.currentScript?.dataset.confirm ?? "To confirm, press “{}” once more.";
let isArmed = false;
let isAttended = document.hasFocus();
let timer;
/** The keys that went down on this page and have not come up. */
const down = new Set();
let hasSeenKeyPress = false;
/** The control that a pointer is down on. */
let pressed;
/** The control that a pointer or a key was used on, until its click. */
let intended;
/** The control that was clicked by neither, and when. */
let unconfirmed;
const question = document.createElement("span");
question.className = "confirm";
question.setAttribute("role", "alert");

const controlOf = ({ target }) => target.closest?.("[data-act]") ?? undefined;

function enable(isEnabled) {
  isArmed = isEnabled;
  for (const control of document.querySelectorAll("[data-act]")) control.disabled = !isEnabled;
}

function disarm() {
  clearTimeout(timer);
  timer = undefined;
  enable(false);
  down.clear();
  hasSeenKeyPress = false;
  pressed = intended = unconfirmed = undefined;
  question.remove();
}

function arm() {
  if (timer !== undefined || !isAttended || document.visibilityState !== "visible") return;
  timer = setTimeout(enable, INERT_MS, true);
}

function attend() {
  isAttended = true;
  arm();
}

function rearm() {
  disarm();
  arm();
}

window.addEventListener("focus", () => {
  isAttended = true;
  rearm();
});
window.addEventListener("blur", () => {
  isAttended = false;
  disarm();
});
// Some embedded browsers never report the focus. A pointer or a key on this page shows it as well.
for (const sign of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(sign, attend);
document.addEventListener("visibilitychange", rearm);
// Back from the app by the back button: the page comes out of the cache as it was left.
window.addEventListener("pageshow", rearm);
// The opener may change the fragment, which moves the focus without a focus event of the window.
window.addEventListener("hashchange", rearm);

document.addEventListener("pointerdown", (event) => {
  intended = undefined;
  pressed = event.isTrusted && isArmed ? controlOf(event) : undefined;
}, true);
document.addEventListener("pointerup", (event) => {
  if (event.isTrusted && pressed === controlOf(event)) intended = pressed;
  pressed = undefined;
}, true);

/** The control that this key activates: the one in focus, or, by Enter in a field, its form's. */
function activatedBy(event) {
  if (event.key !== "Enter" && event.key !== " ") return undefined;
  const control = controlOf(event);
  if (control || event.key === " " || !event.target.matches("input, [data-line]")) return control;
  return event.target.form?.querySelector("[data-act]") ?? undefined;
}

document.addEventListener("keydown", (event) => {
  if (!event.isTrusted) return;
  const isRepeated = event.repeat || down.has(event.code);
  // macOS never reports that a key came up that was pressed with Command.
  if (!event.metaKey) down.add(event.code);
  const control = activatedBy(event);
  // Space acts when it comes up: until then its repetitions change nothing.
  if (isRepeated && event.key === " " && control && intended === control) return;
  intended = isArmed && hasSeenKeyPress && !isRepeated ? control : undefined;
  if (control && !intended) event.preventDefault();
}, true);
document.addEventListener("keyup", (event) => {
  if (!event.isTrusted) return;
  if (event.key === " " && controlOf(event) && intended !== controlOf(event)) event.preventDefault();
  if (down.delete(event.code)) hasSeenKeyPress = true;
}, true);

document.addEventListener("click", (event) => {
  const control = controlOf(event);
  if (!control) return;
  const isIntended = intended === control;
  intended = undefined;
  if (event.isTrusted && isArmed && (isIntended || isConfirmed(control))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** Whether the control was clicked before in the same way, and the user was asked. Otherwise asks. */
function isConfirmed(control) {
  const at = performance.now();
  if (unconfirmed?.control === control && at - unconfirmed.at >= INERT_MS) {
    unconfirmed = undefined;
    question.remove();
    return true;
  }
  unconfirmed = { control, at };
  question.textContent = QUESTION.replace("{}", () => control.textContent.trim());
  control.after(question);
  return false;
}
