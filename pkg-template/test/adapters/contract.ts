// What every adapter does, with both kinds of client. A driver shows an app of its framework, with the package as it is
// shipped and a client of stagepass/testing.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Auth } from "../../src/adapter/auth.js";
import type { ProvidedClient } from "../../src/adapter/client.js";
import type * as Testing from "../../src/entry/testing.js";
import type { openPage } from "../support/dom.js";
import { settled } from "../support/pretend.js";

/** Shows an app in a place of the page. */
export interface Driver {
  /** The framework. */
  readonly name: string;
  /**
   * Mounts an app with two components of one client. Each shows the {@link words} of its auth, and calls {@link press}
   * on a click. Returns a function that unmounts the app.
   */
  mount(place: HTMLElement, client: ProvidedClient): Promise<() => unknown>;
}

/** The text of a component. */
export const words = ({ status, user, error, isLoading }: Auth): string =>
  [status, user?.name, error?.code, isLoading && "…"].filter(Boolean).join(" ");

let action: (auth: Auth) => unknown = () => {};

/** Does what the test wants a click to do. */
export const press = (auth: Auth): void => void action(auth);

type Fake = Testing.FakeStagepass;

/** Both kinds of client, made of a fake one: with the session below `oauth`, and at the top. */
const KINDS: { [kind: string]: (client: Fake["client"]) => ProvidedClient } = {
  "stagepass()": (client) => client,
  "oauth()": ({ oauth, on, fetch, ready, dispose }) => ({ ...oauth, on, fetch, ready, dispose }),
};

const calls = (fake: Fake, method: "oauth.getUser" | "oauth.login") =>
  fake.calls.filter((call) => call.method === method).length;

/** Runs the tests of all adapters with one of them. */
export const testContract = (
  { name, mount }: Driver,
  page: ReturnType<typeof openPage>,
  { fakeStagepass, fakeUser }: typeof Testing,
): void => {
  // The frameworks' schedulers run by themselves, as on a page.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const ADA = fakeUser();
  const BOB = fakeUser({ userId: 8, name: "Bob" });
  const complaints: unknown[][] = [];
  console.error = (...values: unknown[]) => complaints.push(values);
  console.warn = console.error;
  beforeEach(() => void complaints.splice(0));

  const show = async (client: ProvidedClient) => {
    const place = page.root();
    const unmount = await mount(place, client);
    return {
      /** Waits until both components show this. */
      async reads(text: string) {
        const expected = `${text}, ${text}`;
        await waitFor(() => textOf(place) === expected);
        assert.equal(textOf(place), expected);
      },
      click(work: typeof action) {
        action = work;
        place.querySelector("button")?.click();
      },
      async unmount() {
        await unmount();
        await waitFor(() => !place.querySelector("button") || !place.isConnected);
        // The adapter unsubscribes a moment later, because another component may replace this one.
        await settled();
      },
    };
  };

  for (const [kind, clientOf] of Object.entries(KINDS)) {
    const opened = (options: Testing.FakeOptions = {}) => {
      const fake = fakeStagepass(options);
      return { fake, client: clientOf(fake.client) };
    };

    test(`${name}, ${kind}: login, expiry and logout are shown`, async () => {
      const { fake, client } = opened({ login: ADA });
      const app = await show(client);
      await app.reads("signed-out");
      assert.equal(calls(fake, "oauth.getUser"), 0);
      app.click(({ login }) => login({ scope: "read" }));
      await app.reads("signed-in Ada Lovelace");
      assert.equal(calls(fake, "oauth.login"), 1);
      fake.expireElsewhere();
      await app.reads("expired");
      app.click(({ login }) => login({ scope: "read" }));
      await app.reads("signed-in Ada Lovelace");
      app.click(({ logout }) => logout());
      await app.reads("signed-out");
      await app.unmount();
      assert.deepEqual(complaints, []);
    });

    test(`${name}, ${kind}: components share one request`, async () => {
      const { fake, client } = opened({ user: ADA });
      const app = await show(client);
      await app.reads("signed-in Ada Lovelace");
      assert.equal(calls(fake, "oauth.getUser"), 1);
      await app.unmount();
    });

    test(`${name}, ${kind}: another tab's users are asked for`, async () => {
      const { fake, client } = opened({ user: ADA });
      const app = await show(client);
      await app.reads("signed-in Ada Lovelace");
      fake.signInElsewhere(BOB);
      await app.reads("signed-in Bob");
      fake.signOutElsewhere();
      await app.reads("signed-out");
      fake.signInElsewhere(ADA);
      await app.reads("signed-in Ada Lovelace");
      assert.equal(calls(fake, "oauth.getUser"), 3);
      await app.unmount();
    });

    test(`${name}, ${kind}: failed request is repeated on demand`, async () => {
      const { fake, client } = opened({ user: ADA });
      fake.failNext("oauth.getUser", "network");
      const app = await show(client);
      await app.reads("signed-in network");
      fake.refreshElsewhere();
      await settled();
      assert.equal(calls(fake, "oauth.getUser"), 1);
      app.click(({ refetch }) => refetch());
      await app.reads("signed-in Ada Lovelace");
      assert.equal(calls(fake, "oauth.getUser"), 2);
      await app.unmount();
    });

    test(`${name}, ${kind}: login or found user clears failure`, async () => {
      const { fake, client } = opened({ user: ADA });
      fake.failNext("oauth.getUser", "network");
      const app = await show(client);
      await app.reads("signed-in network");
      fake.signInElsewhere(BOB);
      await app.reads("signed-in Bob");
      fake.signOutElsewhere();
      fake.failNext("oauth.getUser", "timeout");
      fake.signInElsewhere(ADA);
      await app.reads("signed-in timeout");
      await fake.client.oauth.getUser();
      await app.reads("signed-in Ada Lovelace");
      await app.unmount();
    });

    test(`${name}, ${kind}: session that the service ended expires`, async () => {
      const { fake, client } = opened({ user: ADA });
      fake.endSession();
      const app = await show(client);
      await app.reads("expired session_expired");
      assert.equal(calls(fake, "oauth.getUser"), 1);
      await app.unmount();
    });

    test(`${name}, ${kind}: remounted app keeps its session`, async () => {
      const { fake, client } = opened({ user: ADA });
      for (let count = 0; count < 2; count++) {
        const app = await show(client);
        await app.reads("signed-in Ada Lovelace");
        await app.unmount();
      }
      assert.equal(calls(fake, "oauth.getUser"), 1);
      assert.deepEqual(complaints, []);
    });

    test(`${name}, ${kind}: app unmounted during login signs in`, async () => {
      const { fake, client } = opened({ login: ADA });
      const finish = fake.holdLogin();
      const app = await show(client);
      await app.reads("signed-out");
      let result: unknown;
      app.click(async ({ login }) => {
        result = await login({ scope: "read" });
      });
      await app.unmount();
      finish();
      const again = await show(client);
      await again.reads("signed-in Ada Lovelace");
      await waitFor(() => !!result);
      assert.deepEqual(result, { kind: "signed-in", user: ADA });
      await again.unmount();
      assert.deepEqual(complaints, []);
    });

    test(`${name}, ${kind}: unmounted app aborts and unsubscribes`, async () => {
      const fake = fakeStagepass({ user: ADA });
      let signal: AbortSignal | undefined;
      fake.client.oauth.getUser = (options) => {
        signal = options?.signal;
        return new Promise(() => {});
      };
      const counted = countSubscriptions(fake.client);
      const app = await show(clientOf(fake.client));
      await app.reads("signed-in …");
      await waitFor(() => !!signal);
      assert.deepEqual([signal?.aborted, counted() > 0], [false, true]);
      await app.unmount();
      assert.deepEqual([signal?.aborted, counted()], [true, 0]);
    });

    test(`${name}, ${kind}: next user replaces a running request`, async () => {
      const fake = fakeStagepass({ user: ADA });
      const signals: (AbortSignal | undefined)[] = [];
      fake.client.oauth.getUser = ({ signal } = {}) => {
        signals.push(signal);
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject({ code: "aborted" })));
      };
      const app = await show(clientOf(fake.client));
      await waitFor(() => signals.length === 1);
      fake.signInElsewhere(BOB);
      await waitFor(() => signals.length === 2);
      assert.deepEqual(
        signals.map((signal) => signal?.aborted),
        [true, false],
      );
      await settled();
      await app.reads("signed-in …");
      await app.unmount();
    });

    test(`${name}, ${kind}: two clients are two sessions`, async () => {
      const [first, second] = [opened({ user: ADA }), opened({ user: BOB })];
      const [left, right] = [await show(first.client), await show(second.client)];
      await left.reads("signed-in Ada Lovelace");
      await right.reads("signed-in Bob");
      first.fake.signOutElsewhere();
      await left.reads("signed-out");
      await right.reads("signed-in Bob");
      await left.unmount();
      second.fake.expireElsewhere();
      await right.reads("expired");
      await right.unmount();
    });
  }
};

/** Checks that a page of a server shows the user after `hydrate`, without a complaint. */
export const hydratesFrom = async (text: string, place: HTMLElement, hydrate: () => unknown): Promise<void> => {
  const complaints: unknown[][] = [];
  console.error = (...values: unknown[]) => complaints.push(values);
  console.warn = console.error;
  assert.equal(textOf(place), `${text}, ${text}`);
  await hydrate();
  const expected = "signed-in Ada Lovelace, signed-in Ada Lovelace";
  await waitFor(() => textOf(place) === expected);
  assert.deepEqual([textOf(place), complaints], [expected, []]);
};

/** The texts of the components. */
const textOf = (place: HTMLElement): string =>
  Array.from(place.querySelectorAll("button"), ({ textContent }) => textContent).join(", ");

/** Waits at most some seconds, because a framework renders when it wants to. */
const waitFor = async (condition: () => boolean): Promise<void> => {
  const end = Date.now() + 5_000;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
};

/** Returns a function that returns the number of subscriptions of a client that have not ended. */
const countSubscriptions = (client: Fake["client"]): (() => number) => {
  const open = new Set<() => void>();
  const counted = <Values extends unknown[]>(add: (...values: Values) => () => void) => {
    return (...values: Values) => {
      const end = add(...values);
      open.add(end);
      return () => {
        open.delete(end);
        end();
      };
    };
  };
  const { session } = client.oauth;
  session.subscribe = counted(session.subscribe);
  Object.assign(client, { on: counted(client.on) });
  return () => open.size;
};
