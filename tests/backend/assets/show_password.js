// A button in each password field that shows what is typed. Without this script, the field has no button.
"use strict";

/** The words of the button, in the language of the page. */
const { show: SHOW = "Show", hide: HIDE = "Hide" } = document.currentScript?.dataset ?? {};
// Other languages have capital letters within a sentence.
const isEnglish = document.documentElement.lang.startsWith("en");

for (const input of document.querySelectorAll("input[type=password]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  const about = document.createElement("span");
  about.className = "hidden";
  const label = input.labels[0].textContent;
  about.textContent = ` ${isEnglish ? label.toLowerCase() : label}`;
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.replaceChildren(isShown ? HIDE : SHOW, about);
  };
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  // Browsers remember the values of other text fields, and would offer them to the next user.
  input.form.addEventListener("submit", () => show(false));
  input.after(button);
}
