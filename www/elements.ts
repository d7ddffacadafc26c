/** An element of the page, by its id. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** The first element within another that matches. */
export function within<T extends HTMLElement = HTMLElement>(parent: HTMLElement, css: string): T {
  const found = parent.querySelector<T>(css);
  if (!found) throw new Error(`there is no ${css} in it`);
  return found;
}

/** A new element as the page's template with this id has it. */
export function fromTemplate<T extends HTMLElement = HTMLElement>(id: string): T {
  const [made] = element<HTMLTemplateElement>(id).content.children;
  if (!made) throw new Error(`the template #${id} is empty`);
  return made.cloneNode(true) as T;
}

/** A new element with words in it. */
export function line(tag: string, words: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = words;
  return made;
}

/** A new button with an icon (the template `icon-NAME`) instead of words, which are its tooltip. */
export function iconButton(name: string, words: string, label: string, press: () => void): HTMLButtonElement {
  const made = button(name, "", label, press);
  made.classList.add("icon");
  made.title = words;
  made.append(fromTemplate(`icon-${name}`));
  return made;
}

/** A new button that has this class. `label` is for who hears only the button, not what stands beside it. */
export function button(name: string, words: string, label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = words;
  made.ariaLabel = label;
  made.addEventListener("click", press);
  return made;
}
