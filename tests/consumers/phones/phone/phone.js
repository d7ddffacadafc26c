// A phone and its user: the in-app browser, links, storage and randomness that the package needs, and the user's
// actions.

/** Signs in and agrees: the in-app browser comes back by itself. */
export const agrees = async (visit) => ({ type: "success", url: await visit.decide("approve") });

/** Signs in and does not agree. */
export const refuses = async (visit) => ({ type: "success", url: await visit.decide("deny") });

/** Closes the in-app browser, as it says by this word. */
export const closes = (type) => async () => ({ type });

/**
 * Signs in and approves, but the in-app browser returns this `type`. The callback's address opens the app a moment
 * later.
 */
export const comesByLink = (type) => async (visit, phone) => {
  const url = await visit.decide("approve");
  setTimeout(() => phone.call(url), 50);
  return { type };
};

/** Does nothing until the app closes the in-app browser. */
export const waits = () => new Promise(() => {});

/**
 * @param {object} before the phone's state: `stored` and `secrets`, pairs of key and value; `initial`, the address that
 * started the app
 * @param {string} seed hexadecimal digits: this life's randomness
 * @param {(kind: string, what: object) => Promise<any>} outside does what the engine cannot do
 */
export function openPhone(before, seed, outside) {
  const stored = new Map(before.stored);
  const secrets = new Map(before.secrets);
  const listeners = new Set();
  let dismiss = () => {};
  const phone = {
    /** The user's action when the in-app browser opens. */
    person: agrees,
    /** Where it has been opened. */
    visits: [],
    /** How often the app has closed it. */
    closed: 0,
    /** Where the app is said to have been started. */
    initial: before.initial,
    browser: {
      open(url, redirectUri) {
        const visit = { url, redirectUri, decide: (decision) => outside("browse", { url, redirectUri, decision }) };
        phone.visits.push(visit);
        const dismissed = new Promise((resolve) => {
          dismiss = () => resolve({ type: "dismiss" });
        });
        return Promise.race([phone.person(visit, phone), dismissed]);
      },
      close() {
        phone.closed += 1;
        dismiss();
      },
    },
    links: {
      initial: async () => phone.initial,
      listen(call) {
        listeners.add(call);
        return () => listeners.delete(call);
      },
    },
    /** The app, which runs, is called at this address. */
    call(url) {
      for (const listener of [...listeners]) listener(url);
    },
    storage: storeIn(stored),
    keychain: storeIn(secrets),
    /** How many keys are in the keychain. */
    countSecrets: () => secrets.size,
    random: randomOf(seed),
    /** The phone's state when the app has ended. */
    after: () => ({ stored: [...stored], secrets: [...secrets], initial: phone.initial }),
  };
  return phone;
}

/** A store of a phone, in this map. */
export const storeIn = (map) => ({
  getItem: async (key) => map.get(key) ?? null,
  setItem: async (key, value) => void map.set(key, value),
  removeItem: async (key) => void map.delete(key),
  getAllKeys: async () => [...map.keys()],
});

/** Bytes determined by the seed, with sfc32 (Doty-Humphrey): a repeated run must send the same requests. */
function randomOf(seed) {
  let [a, b, c, counter] = [0, 8, 16, 24].map((at) => Number.parseInt(seed.slice(at, at + 8), 16) | 0);
  const next = () => {
    const bits = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + bits) | 0;
    return bits & 255;
  };
  for (let warm = 0; warm < 16; warm += 1) next();
  return (count) => Uint8Array.from({ length: count }, next);
}
