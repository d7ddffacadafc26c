import type { Refusal } from "../types.js";
import { make } from "./dom.js";
import { textOf } from "./texts.js";

/** A denial: what `tracks.access` returns, and what `tracks.play` rejects with. */
export interface Closed {
  /** The access server's message. */
  readonly message: string;
  /** The denial reasons. */
  readonly refusals: readonly Refusal[];
}

/** Returns why a track is closed, and what would help: a time, a link to pay or to join, a sign-in. */
export const describeClosed = (host: Element, { message, refusals }: Closed, signIn: () => unknown): Node[] => {
  const ways: (string | HTMLElement)[] = refusals.flatMap(({ opensAt, buyUrl, joinUrl }) => [
    ...(opensAt ? [textOf(host, "opens", localTime(opensAt))] : []),
    ...(buyUrl ? [link("buy", textOf(host, "buy", hostOf(buyUrl)), buyUrl)] : []),
    ...(joinUrl ? [link("join", textOf(host, "join", hostOf(joinUrl)), joinUrl)] : []),
  ]);
  if (refusals.some((reason) => reason.signIn)) {
    ways.push(make("button", "sign-in", { type: "button", onclick: signIn }, textOf(host, "sign-in")));
  }
  return [make("p", "", {}, message), ...ways.map((way) => make("p", "way", {}, way))];
};

const localTime = (instant: string) =>
  new Date(instant).toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" });

/** The track's owner chose the address. The user must see whose it is before following it. */
const hostOf = (address: string) => new URL(address).host;

const link = (part: string, text: string, href: string) =>
  make("a", part, { href, target: "_blank", rel: "noopener noreferrer" }, text);
