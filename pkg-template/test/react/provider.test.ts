// What only stagepass/react has. test/adapters/react.test.ts has the rest. The package is as it is shipped.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { act, createElement, type ReactElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import type * as Kit from "../../src/entry/react.js";
import type * as Testing from "../../src/entry/testing.js";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";

const page = openPage();
const { createRoot, hydrateRoot } = await import("react-dom/client");
const copy = freshCopy();
const { RequireAuth, SignedIn, SignedOut, StagepassProvider, useAuth, useSession, useStagepass, useUser }: typeof Kit =
  await import(`${copy}react.js`);
const { fakeStagepass, fakeUser }: typeof Testing = await import(`${copy}testing.js`);

const ADA = fakeUser();

/** React's errors and warnings. */
const complaints: unknown[][] = [];
console.error = (...values: unknown[]) => complaints.push(values);

beforeEach(() => void complaints.splice(0));

const app = (fake: Testing.FakeStagepass, ...children: ReactElement[]) =>
  createElement(StrictMode, null, createElement(StagepassProvider, { client: fake.client }, ...children));

const render = async (element: ReactElement) => {
  const place = page.root();
  const root = createRoot(place);
  await act(async () => root.render(element));
  return {
    root,
    get text() {
      return place.textContent;
    },
    unmount: () => act(async () => root.unmount()),
  };
};

const Name = (): ReactElement => {
  const { user, isLoading } = useUser();
  return createElement("p", null, isLoading ? "loading" : (user?.name ?? "no user"));
};

test("hydration matches what a server rendered", async () => {
  const fake = fakeStagepass({ user: ADA });
  await fake.client.ready();
  const html = renderToString(app(fake, createElement(Name)));
  assert.equal(html, "<p>loading</p>");
  const place = page.root();
  place.innerHTML = html;
  const root = await act(async () => hydrateRoot(place, app(fake, createElement(Name))));
  assert.equal(place.textContent, "Ada Lovelace");
  assert.deepEqual(complaints, []);
  await act(async () => root.unmount());
});

test("another client is another session", async () => {
  const [first, second] = [fakeStagepass({ user: ADA }), fakeStagepass({ user: fakeUser({ name: "Bob" }) })];
  const shown = await render(app(first, createElement(Name)));
  await act(async () => shown.root.render(app(second, createElement(Name))));
  assert.equal(shown.text, "Bob");
  await act(async () => first.signOutElsewhere());
  assert.equal(shown.text, "Bob");
  await shown.unmount();
});

test("useSession sends no request", async () => {
  const fake = fakeStagepass({ user: ADA, scope: "read" });
  const Scope = () => createElement("p", null, useSession().scope);
  const shown = await render(app(fake, createElement(Scope)));
  assert.deepEqual([shown.text, fake.calls], ["read", []]);
  await shown.unmount();
});

test("guards show what the session allows", async () => {
  const fake = fakeStagepass();
  const guards = [
    createElement(SignedIn, { key: 1 }, "in "),
    createElement(SignedOut, { key: 2 }, "out "),
    createElement(RequireAuth, { key: 3, fallback: "sign in", loading: "wait" }, "page"),
  ];
  assert.equal(renderToString(app(fake, ...guards)), "wait");
  const shown = await render(app(fake, ...guards));
  assert.equal(shown.text, "out sign in");
  await act(async () => fake.signInElsewhere(ADA));
  assert.equal(shown.text, "in page");
  await act(async () => fake.expireElsewhere());
  assert.equal(shown.text, "out sign in");
  await shown.unmount();
});

test("hook without a provider throws", () => {
  for (const useHook of [useStagepass, useSession, useUser, useAuth]) {
    const Alone = () => {
      useHook();
      return null;
    };
    assert.throws(() => renderToString(createElement(Alone)), /add a <StagepassProvider client>/);
  }
});
