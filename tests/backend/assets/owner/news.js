// The page's messages: announcements for screen readers, errors beside what caused them, and a busy state.

import { button } from "./elements.js";
import { leave } from "./sign_in.js";

const announcement = document.querySelector("#announcement");
let isBusy = false;

/** Announces a message to screen readers. Empties the text first, so that a repeated message is announced, too. */
export function announce(words) {
  announcement.textContent = "";
  setTimeout(() => {
    announcement.textContent = words;
  }, 50);
}

/** Shows beside a field what is wrong with it. "" removes the message. */
export function judge({ control, problem }, words) {
  if (problem.textContent !== words) problem.textContent = words;
  control.ariaInvalid = String(words !== "");
}

/** Shows an error that belongs to no field, with a remedy: sign in again, or retry by `again`. */
export function alarm(place, { message, isOver }, again) {
  place.replaceChildren(message);
  if (isOver)
    place.append(" Your unsaved changes will be lost: copy them first. ", button("Sign in again", () => leave()));
  else if (again) place.append(" ", button("Try again", again));
  place.hidden = false;
}

/** A place for problems, with none in it. */
export function calm() {
  const place = document.createElement("p");
  place.className = "alert";
  place.role = "alert";
  place.hidden = true;
  return place;
}

/**
 * Lets one change be under way at a time. Meanwhile no button can be pressed. Afterwards the focus is where the work
 * says: with what it resolves with; else where it was, unless it has been given to something meanwhile.
 */
export async function alone(work) {
  if (isBusy) return;
  isBusy = true;
  const focused = document.activeElement;
  const buttons = [...document.querySelectorAll("main button:enabled")];
  for (const button of buttons) button.disabled = true;
  document.body.ariaBusy = "true";
  let next;
  try {
    next = await work();
  } finally {
    isBusy = false;
    document.body.ariaBusy = "false";
    for (const button of buttons) button.disabled = false;
    const isLost = [document.body, focused, null].includes(document.activeElement);
    if (next) next.focus();
    else if (isLost && focused?.isConnected) focused.focus();
  }
}

/** Does this alone as a form is sent, which leads nowhere by itself. */
export function onSubmit(form, work) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    alone(work);
  });
  return form;
}
