import type { Page, Track } from "stagepass";
import { element, line } from "../elements.js";
import { showFailure } from "../failure.js";
import { markPlaying } from "../listen/player.js";

/** How many tracks are shown at first, and how many more each time. */
const PAGE = 10;

/** Where a list of tracks comes from, and how one of them looks. */
export interface Source {
  page(options: { limit: number; cursor?: string }): Promise<Page<Track>>;
  item(track: Track): HTMLElement;
  /** Whether the page still shows this list. */
  isWanted(): boolean;
}

/** A list of tracks with a button below it for those that it does not show yet. */
export class PagedList {
  readonly #list: HTMLElement;
  readonly #more: HTMLElement;
  #source: Source | undefined;
  #next: string | undefined;
  #isAsking = false;

  /** @param id The list's; its button's is the same with `-more`. */
  constructor(id: string) {
    this.#list = element(id);
    this.#more = element(`${id}-more`);
    this.#more.addEventListener("click", () => void this.#showMore());
  }

  /**
   * Shows the first page, and then `others`, even if the list has more pages.
   *
   * @param none The text for an empty list.
   */
  async show(source: Source, none: string, others: Promise<Track[]> = Promise.resolve([])): Promise<void> {
    this.#source = source;
    const [settled, more] = await Promise.allSettled([source.page({ limit: PAGE }), others]);
    if (this.#source !== source || !source.isWanted()) return;
    const first: Page<Track> = settled.status === "fulfilled" ? settled.value : { items: [] };
    const shown = new Set(first.items.map(({ id }) => id));
    const rest = more.status === "fulfilled" ? more.value.filter(({ id }) => !shown.has(id)) : [];
    const items = [...first.items, ...rest].map((track) => source.item(track));
    this.#list.replaceChildren(...(items.length ? items : [line("li", none)]));
    this.#end(first.next);
    for (const answer of [settled, more]) {
      if (answer.status === "rejected") showFailure("listen-error", answer.reason);
    }
  }

  /** Empties the list. */
  clear(): void {
    this.#source = undefined;
    this.#list.replaceChildren();
    this.#end(undefined);
  }

  async #showMore(): Promise<void> {
    const source = this.#source;
    if (!source || !this.#next || this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { items, next } = await source.page({ limit: PAGE, cursor: this.#next });
      if (this.#source !== source || !source.isWanted()) return;
      const shown = new Set([...this.#list.children].map((item) => (item as HTMLElement).dataset.trackId));
      const added = items.filter(({ id }) => !shown.has(String(id))).map((track) => source.item(track));
      this.#list.append(...added);
      const hadFocus = document.activeElement === this.#more;
      this.#end(next);
      // Keyboard users continue at the first new item.
      if (hadFocus) added[0]?.querySelector("button")?.focus();
    } catch (error) {
      if (this.#source === source) showFailure("listen-error", error);
    } finally {
      this.#isAsking = false;
    }
  }

  #end(next: string | undefined): void {
    this.#next = next;
    this.#more.hidden = !next;
    markPlaying();
  }
}
