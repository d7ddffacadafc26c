// A button in each password field that shows what is typed. Without this script, the field has no button.
"use strict";

for (const input of document.querySelectorAll("input[type=password]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  const about = document.createElement("span");
  about.className = "hidden";
  about.textContent = ` ${input.labels[0].textContent.toLowerCase()}`;
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.replaceChildren(isShown ? "Hide" : "Show", about);
  };
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  // Browsers remember the values of other text fields, and would offer them to the next user.
  input.form.addEventListener("submit", () => show(false));
  input.after(button);
}
