// The buttons with `data-copy`: each copies the text of the element with this ID, and says so.
"use strict";

const words = { copied: "Copied", selected: "Selected: copy it with your keyboard", ...document.currentScript.dataset };

for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const label = button.firstElementChild;
  button.dataset.label ??= label.textContent;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    label.textContent = words.copied;
  } catch {
    // Not everywhere may a page write there: on plain http, for instance.
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    label.textContent = words.selected;
  }
  setTimeout(() => {
    label.textContent = button.dataset.label;
  }, 3_000);
});
