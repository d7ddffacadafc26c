// The part of a page that the shared files use. By it the clients of one process report changes to each other, and
// learn that the app is in the foreground again.

interface Happening {
  readonly type: string;
}

type Listener = (event: Happening) => void;

const listeners = new Map<string, Set<Listener>>();

/** An event by its name. */
export class PageEvent implements Happening {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
  }
}

export const addEventListener = (
  type: string,
  listener: Listener,
  { signal }: { signal?: AbortSignal | undefined } = {},
): void => {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all.add(listener));
  signal?.addEventListener("abort", () => all.delete(listener));
};

export const dispatchEvent = (event: Happening): void => {
  for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event);
};

/** Its existence shows that this is not a server. */
export const document = { addEventListener };

/** No callback page is shown here. The link that started the app is handled elsewhere. */
export const location = { href: "" };
