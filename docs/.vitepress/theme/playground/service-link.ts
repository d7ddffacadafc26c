// The page's side of the fake service: its service worker, its switches, and the record of what was sent.

const CACHE = "stagepass-playground";
/** How long the service worker may take to control the page. */
const START_TIMEOUT_MS = 10_000;
/** Set while the page loads again, so that it does so once. */
const RELOADED = "stagepass-playground/reloaded";

/** The simulated faults. */
export type Switches = Partial<Record<"blocked" | "coop" | "offline" | "expired" | "denied", boolean>>;

/** A message, a request, a response, or a call of the SDK, as the reader sees it. */
export interface Entry {
  /** When, in milliseconds since 1970. */
  at: number;
  from: string;
  to: string;
  way: string;
  text: string;
  detail?: string;
}

/** `folder` is the URL of the playground. */
export class ServiceLink {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the service worker responds to this page's requests. May load the page again, once. */
  async start(): Promise<void> {
    const { serviceWorker } = navigator;
    if (!serviceWorker) throw new Error("this browser has no service workers here. They need https or localhost.");
    const [load] = performance.getEntriesByType("navigation");
    if (!load?.name.startsWith(this.#folder) && !sessionStorage.getItem(RELOADED)) {
      // The site led here without a load. A service worker controls no page that was loaded at another address.
      sessionStorage.setItem(RELOADED, "true");
      location.reload();
      await new Promise(() => {});
    }
    sessionStorage.removeItem(RELOADED);
    const registering = serviceWorker.register(`${this.#folder}service-worker.js`);
    // Not later: the browser may look for a new version first, which takes seconds.
    if (serviceWorker.controller) return;
    (await registering).active?.postMessage({ claim: true });
    if (serviceWorker.controller) return;
    await new Promise((resolve, reject) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      setTimeout(() => reject(new Error("its service worker did not start. Reload the page.")), START_TIMEOUT_MS);
    });
  }

  async switches(): Promise<Switches> {
    return (await this.#read("switches")) ?? {};
  }

  /** Takes effect at the next request. */
  async turn(switches: Switches): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.put(`${this.#folder}switches`, Response.json(switches));
  }

  /** Adds to the record. With `isFirst`, the record begins with it. */
  record(entry: Omit<Entry, "at"> & { at?: number }, isFirst = false): void {
    navigator.serviceWorker.controller?.postMessage({ entry: { at: Date.now(), ...entry }, isFirst });
  }

  /** Calls `listener` with the record, now and after each change. Returns a function that ends this. */
  follow(listener: (record: Entry[]) => void): () => void {
    const changes = new BroadcastChannel(CACHE);
    const read = async () => listener((await this.#read<Entry[]>("record")) ?? []);
    changes.onmessage = read;
    void read();
    return () => changes.close();
  }

  async #read<T>(name: string): Promise<T | undefined> {
    return (await caches.match(this.#folder + name))?.json();
  }
}
