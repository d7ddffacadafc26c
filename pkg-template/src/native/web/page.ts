// As much of a page as the shared files listen to. Clients of one process tell each other by it what they have changed, and hear
// by it that the app is turned to again.

interface Happening {
  readonly type: string;
}

type Listener = (event: Happening) => void;

const listeners = new Map<string, Set<Listener>>();

/** What happens, by its name. */
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

/** That there is one says that this is no server. */
export const document = { addEventListener };

/** No callback page is shown here: what the app was started by is looked at where it is handled. */
export const location = { href: "" };
