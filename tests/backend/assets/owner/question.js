// Asking before something goes for good.

const dialog = document.querySelector("#question");
const [heading, consequence, yes, no] = ["h2", "p", "[data-yes]", "[data-no]"].map((css) => dialog.querySelector(css));

no.addEventListener("click", () => dialog.close());
yes.addEventListener("click", () => dialog.close("yes"));

/** Asks, and resolves with whether they mean it. The focus is given back to what had it. */
export function question(text, { meaning, verb }) {
  heading.textContent = text;
  consequence.textContent = meaning;
  yes.textContent = verb;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener("close", () => answered(dialog.returnValue === "yes"), { once: true });
  });
}
