// <stagepass-button> and <stagepass-user>, with clients of stagepass/testing.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stagepass } from "../../src/types.js";
import { settled } from "../support/pretend.js";
import { fakeStagepass, fakeUser, show } from "./page.js";

const ADA = fakeUser({ name: "Ada", handle: "ada", verified: true });

/** A client as `oauth()` returns it: the methods to sign in and out are its own. */
const asOpenId = ({ oauth, on, fetch, ready, dispose }: Stagepass) => ({ ...oauth, on, fetch, ready, dispose });

/** The label that is shown. */
const label = (shown: Awaited<ReturnType<typeof show>>) => shown.part("label")?.querySelector(".shown")?.textContent;

test("button signs in, out and in again", async () => {
  const fake = fakeStagepass({ login: ADA });
  const shown = await show("button", fake.client);
  assert.equal(label(shown), "Sign in");
  await shown.click("button");
  assert.equal(label(shown), "Sign out");
  fake.expireElsewhere();
  assert.equal(label(shown), "Sign in again");
  await shown.click("button");
  await shown.click("button");
  assert.equal(label(shown), "Sign in");
  assert.deepEqual(shown.errors, []);
});

test("attributes are the options of login", async () => {
  const fake = fakeStagepass();
  const attributes = { scope: "write", display: "redirect", fallback: "redirect" };
  const shown = await show("button", fake.client, attributes);
  await shown.click("button");
  const options = fake.calls.filter(({ method }) => method === "oauth.login").map(({ values }) => values[0]);
  assert.deepEqual(options, [attributes]);
});

test("scope is read by default", async () => {
  for (const [clientOf, scope] of [[(client: Stagepass) => client, "read"] as const, [asOpenId, undefined] as const]) {
    const fake = fakeStagepass({ login: "popup_closed" });
    const shown = await show("button", clientOf(fake.client) as Stagepass);
    await shown.click("button");
    const [call] = fake.calls.filter(({ method }) => method === "oauth.login");
    assert.deepEqual(call?.values[0], { scope, display: undefined, fallback: undefined });
  }
});

test("closed popup is no error", async () => {
  const shown = await show("button", fakeStagepass({ login: "popup_closed" }).client);
  await shown.click("button");
  assert.deepEqual([shown.text("error"), shown.errors], ["", []]);
});

test("failed login shows its title, until another", async () => {
  const fake = fakeStagepass({ login: "network" });
  const shown = await show("button", fake.client);
  await shown.click("button");
  assert.match(shown.text("error"), /^The service could not be reached/);
  assert.equal(shown.part("error")?.getAttribute("role"), "alert");
  assert.deepEqual(shown.errors, ["network"]);
  fake.loginComesTo(ADA);
  await shown.click("button");
  assert.equal(shown.text("error"), "");
});

test("attributes replace the texts", async () => {
  const fake = fakeStagepass({ login: "network" });
  const texts = { "text-sign-in": "Anmelden", "text-network": "Keine Verbindung." };
  const shown = await show("button", fake.client, texts);
  assert.equal(label(shown), "Anmelden");
  await shown.click("button");
  assert.equal(shown.text("error"), "Keine Verbindung.");
  shown.element.setAttribute("text-sign-in", "Los");
  assert.equal(label(shown), "Los");
});

test("removed element unsubscribes, and works again", async () => {
  const fake = fakeStagepass({ login: ADA });
  const shown = await show("button", fake.client);
  const place = shown.element.parentElement;
  shown.element.remove();
  fake.signInElsewhere(ADA);
  assert.equal(label(shown), "Sign in");
  place?.append(shown.element);
  assert.equal(label(shown), "Sign out");
});

test("user is shown while signed in", async () => {
  const fake = fakeStagepass({ user: ADA });
  const shown = await show("user", fake.client);
  assert.deepEqual([shown.text("name"), shown.text("handle")], ["Ada", "@ada"]);
  assert.equal(shown.part("verified")?.hidden, false);
  fake.signOutElsewhere();
  assert.deepEqual([shown.element.dataset.status, shown.text("name")], ["signed-out", ""]);
});

test("claims of a provider are shown", async () => {
  const fake = fakeStagepass({ user: ADA });
  const client = asOpenId(fake.client);
  const user = { sub: "1", preferred_username: "ada", email: "ada@id.example", picture: "https://id.example/a.png" };
  client.session.get = () => ({ status: "signed-in", user: user as never });
  const shown = await show("user", client);
  assert.deepEqual([shown.text("name"), shown.text("handle")], ["ada", "ada@id.example"]);
  assert.equal(shown.part("picture")?.querySelector("img")?.src, user.picture);
});

test("unknown user is asked for again", async () => {
  const fake = fakeStagepass({ user: ADA });
  fake.failNext("oauth.getUser", "network");
  const shown = await show("user", fake.client);
  assert.match(shown.text("error"), /could not be reached/);
  await shown.click("retry");
  await settled();
  assert.deepEqual([shown.text("name"), shown.text("error")], ["Ada", ""]);
});

test("picture is loaded from its mirrors", async () => {
  const profilePicture = { "480x480": "https://a.example/p/480.jpg?v=1", mirrors: ["https://b.example/"] };
  const shown = await show("user", fakeStagepass({ user: { ...ADA, profilePicture } }).client);
  const image = shown.part("picture")?.querySelector("img");
  assert.equal(image?.src, "https://a.example/p/480.jpg?v=1");
  image?.dispatchEvent(new Event("error"));
  assert.equal(image?.src, "https://b.example/p/480.jpg?v=1");
  image?.dispatchEvent(new Event("error"));
  assert.equal(image?.hidden, true);
});
