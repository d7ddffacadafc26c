// stagepass/react, with stagepass/testing for a client: both as they are shipped.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { act, createElement, type ReactElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import type * as Kit from "../../src/entry/react.js";
import type * as Testing from "../../src/entry/testing.js";
import { openPage } from "../support/dom.js";
import { freshCopy, settled } from "../support/pretend.js";

const page = openPage();
const { createRoot, hydrateRoot } = await import("react-dom/client");
const copy = freshCopy();
const { StagepassProvider, useSession, useStagepass, useUser }: typeof Kit = await import(`${copy}react.js`);
const { fakeStagepass, fakeUser }: typeof Testing = await import(`${copy}testing.js`);

const ADA = fakeUser();
const BOB = fakeUser({ userId: 8, name: "Bob" });

/** What React says of what it does not like. */
const complaints: unknown[][] = [];
console.error = (...values: unknown[]) => complaints.push(values);

beforeEach(() => void complaints.splice(0));

/** Shows how things stand, who it is, and why that is not known. */
const Who = (): ReactElement => {
  const { status } = useSession();
  const { user, error, isLoading, refetch } = useUser();
  const words = [status, user?.name, error?.code, isLoading && "…"].filter(Boolean).join(" ");
  return createElement("button", { type: "button", onClick: refetch }, words);
};

const app = (fake: Testing.FakeStagepass, ...children: ReactElement[]) =>
  createElement(StrictMode, null, createElement(StagepassProvider, { client: fake.client }, ...children));

const who = (key = "") => createElement(Who, { key });

const render = async (element: ReactElement) => {
  const place = page.root();
  const root = createRoot(place);
  await act(async () => root.render(element));
  return {
    place,
    root,
    get words() {
      return place.textContent;
    },
    unmount: () => act(async () => root.unmount()),
  };
};

const userRequests = (fake: Testing.FakeStagepass) =>
  fake.calls.filter(({ method }) => method === "oauth.getUser").length;

test("nobody is signed in, and nobody is asked who it is", async () => {
  const fake = fakeStagepass();
  const shown = await render(app(fake, who()));
  assert.equal(shown.words, "signed-out");
  assert.equal(userRequests(fake), 0);
  await shown.unmount();
});

test("StrictMode runs every effect twice, and the service is asked once who is signed in", async () => {
  const fake = fakeStagepass({ user: ADA });
  const shown = await render(app(fake, who("1"), who("2")));
  assert.equal(shown.words, "signed-in Ada Lovelace".repeat(2));
  assert.equal(userRequests(fake), 1);
  assert.deepEqual(complaints, []);
  await shown.unmount();
});

test("one click is one login", async () => {
  const fake = fakeStagepass({ login: BOB });
  const SignIn = () => {
    const { oauth } = useStagepass();
    return createElement("a", { onClick: () => void oauth.login({ scope: "read" }) }, "Sign in: ");
  };
  const shown = await render(app(fake, createElement(SignIn, { key: "in" }), who()));
  await act(async () => shown.place.querySelector("a")?.click());
  assert.equal(shown.words, "Sign in: signed-in Bob");
  assert.equal(fake.calls.filter(({ method }) => method === "oauth.login").length, 1);
  await shown.unmount();
});

test("what another tab does is shown, and who has signed in there is asked", async () => {
  const fake = fakeStagepass({ user: ADA });
  const shown = await render(app(fake, who()));
  await act(async () => fake.signOutElsewhere());
  assert.equal(shown.words, "signed-out");
  await act(async () => fake.signInElsewhere(BOB));
  assert.equal(shown.words, "signed-in Bob");
  await act(async () => fake.signInElsewhere(ADA));
  assert.equal(shown.words, "signed-in Ada Lovelace");
  assert.equal(userRequests(fake), 3);
  await act(async () => fake.expireElsewhere());
  assert.equal(shown.words, "expired");
  await shown.unmount();
});

test("a failure is given out and is not asked about again, until somebody wants to", async () => {
  const fake = fakeStagepass({ user: ADA });
  fake.failNext("oauth.getUser", "network");
  const shown = await render(app(fake, who("1"), who("2")));
  assert.equal(shown.words, "signed-in network".repeat(2));
  await act(async () => fake.refreshElsewhere());
  await act(settled);
  assert.equal(userRequests(fake), 1);
  await act(async () => shown.place.querySelector("button")?.click());
  assert.equal(shown.words, "signed-in Ada Lovelace".repeat(2));
  assert.equal(userRequests(fake), 2);
  await shown.unmount();
});

test("a failure is forgotten when somebody else has signed in, and when somebody else was told", async () => {
  const fake = fakeStagepass({ user: ADA });
  fake.failNext("oauth.getUser", "network");
  const shown = await render(app(fake, who()));
  await act(async () => fake.signInElsewhere(BOB));
  assert.equal(shown.words, "signed-in Bob");
  await act(async () => fake.signOutElsewhere());
  fake.failNext("oauth.getUser", "timeout");
  await act(async () => fake.signInElsewhere(ADA));
  assert.equal(shown.words, "signed-in timeout");
  await act(async () => {
    await fake.client.oauth.getUser();
  });
  assert.equal(shown.words, "signed-in Ada Lovelace");
  await shown.unmount();
});

test("a session that the service has ended is expired, and says so", async () => {
  const fake = fakeStagepass({ user: ADA });
  fake.endSession();
  const shown = await render(app(fake, who()));
  assert.equal(shown.words, "expired session_expired");
  assert.equal(userRequests(fake), 1);
  await shown.unmount();
});

test("what is asked when the last component goes is aborted, and nothing listens any more", async () => {
  const fake = fakeStagepass({ user: ADA });
  const { subscribe } = fake.client.oauth.session;
  let subscriptions = 0;
  const counted = <Values extends unknown[]>(add: (...values: Values) => () => void) => {
    return (...values: Values) => {
      const end = add(...values);
      let isOver = false;
      subscriptions++;
      return () => {
        if (!isOver) subscriptions--;
        isOver = true;
        end();
      };
    };
  };
  Object.assign(fake.client.oauth.session, { subscribe: counted(subscribe) });
  Object.assign(fake.client, { on: counted(fake.client.on) });
  let signal: AbortSignal | undefined;
  fake.client.oauth.getUser = (options) => {
    signal = options?.signal;
    return new Promise(() => {});
  };
  const shown = await render(app(fake, who()));
  assert.equal(shown.words, "signed-in …");
  assert.equal(signal?.aborted, false);
  assert.notEqual(subscriptions, 0);
  await shown.unmount();
  assert.equal(signal?.aborted, true);
  assert.equal(subscriptions, 0);
  const before = page.listeners();
  fake.client.dispose();
  assert.equal(page.listeners(), before - 4);
});

test("a server renders that it is loading, and the page takes that over without a word", async () => {
  const fake = fakeStagepass({ user: ADA });
  await fake.client.ready();
  const html = renderToString(app(fake, who()));
  assert.equal(html, '<button type="button">loading …</button>');
  const place = page.root();
  place.innerHTML = html;
  const root = await act(async () => hydrateRoot(place, app(fake, who())));
  assert.equal(place.textContent, "signed-in Ada Lovelace");
  assert.deepEqual(complaints, []);
  await act(async () => root.unmount());
});

test("another client is another session", async () => {
  const [first, second] = [fakeStagepass({ user: ADA }), fakeStagepass({ user: BOB })];
  const shown = await render(app(first, who()));
  await act(async () => shown.root.render(app(second, who())));
  assert.equal(shown.words, "signed-in Bob");
  await act(async () => first.signOutElsewhere());
  assert.equal(shown.words, "signed-in Bob");
  await shown.unmount();
});

test("where there is no provider, the error says what to do", () => {
  for (const useHook of [useStagepass, useSession, useUser]) {
    const Alone = () => {
      useHook();
      return null;
    };
    assert.throws(() => renderToString(createElement(Alone)), /add a <StagepassProvider client>/);
  }
});
