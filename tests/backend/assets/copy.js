// The buttons with `data-copy`: each copies the text of the element with this ID, and says so.
"use strict";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const label = button.firstElementChild;
  try {
    await navigator.clipboard.writeText(source.textContent);
    label.textContent = "Copied";
  } catch {
    // Not everywhere may a page write there: on plain http, for instance.
    getSelection().selectAllChildren(source);
    label.textContent = "Selected: copy it with your keyboard";
  }
  setTimeout(() => {
    label.textContent = "Copy";
  }, 3_000);
});
