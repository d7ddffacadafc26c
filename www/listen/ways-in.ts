import { isStagepassError, type Refusal } from "stagepass";
import { button, element } from "../elements.js";

/** Offers a refused listener what would help: the opening time in their time zone, a link to pay or join, a sign-in. */
export function waysIn(error: unknown): HTMLElement[] {
  if (!isStagepassError(error) || !error.refusals?.length) return [];
  const ways = error.refusals.flatMap(waysOf);
  if (error.refusals.some(({ signIn }) => signIn)) ways.push(signIn());
  if (!ways.length) return [];
  const list = document.createElement("ul");
  list.className = "ways-in";
  for (const way of ways) {
    const item = document.createElement("li");
    item.append(...way);
    list.append(item);
  }
  return [list];
}

function waysOf({ opensAt, buyUrl, joinUrl }: Refusal): (string | HTMLElement)[][] {
  return [
    ...(opensAt ? [["Opens on ", moment(opensAt), ", your time."]] : []),
    ...(buyUrl ? [[link("buy", buyUrl, "Buy it at")]] : []),
    ...(joinUrl ? [[link("join", joinUrl, "Ask to join at")]] : []),
  ];
}

function moment(instant: string): HTMLElement {
  const time = document.createElement("time");
  time.dateTime = instant;
  time.textContent = new Date(instant).toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" });
  return time;
}

/** The track's owner chose the address: whose it is has to be seen before it is followed. */
function link(name: string, address: string, words: string): HTMLElement {
  const made = document.createElement("a");
  made.className = name;
  made.href = address;
  made.target = "_blank";
  made.rel = "noopener noreferrer";
  made.textContent = `${words} ${new URL(address).host}`;
  return made;
}

function signIn(): [HTMLElement] {
  return [button("sign-in", "Sign in", "Sign in to listen", () => element("sign-in-popup").click())];
}
