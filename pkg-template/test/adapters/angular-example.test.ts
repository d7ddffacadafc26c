// The component of the guide for Angular.

// Compiles the component in this process. It comes first.
import "@angular/compiler";
import assert from "node:assert/strict";
import { test } from "node:test";
import { provideZonelessChangeDetection } from "@angular/core";
import { provideStagepass } from "stagepass/angular";
import { fakeStagepass, fakeUser } from "stagepass/testing";
import { Account } from "../../examples/angular/account.js";
import { openPage } from "../support/dom.js";

const page = openPage();
const { createApplication } = await import("@angular/platform-browser");

test("account of the guide signs in and out", async () => {
  const fake = fakeStagepass({ login: fakeUser() });
  const app = await createApplication({ providers: [provideZonelessChangeDetection(), provideStagepass(fake.client)] });
  const place = page.root();
  app.bootstrap(Account, place);
  const text = async () => {
    await app.whenStable();
    return place.textContent?.replace(/\s+/g, " ").trim();
  };
  const click = async () => {
    place.querySelector("button")?.click();
    // The fake client has answered by then.
    await new Promise((resolve) => setTimeout(resolve));
  };
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(await text(), "Sign in");
  fake.loginComesTo("access_denied");
  await click();
  assert.match((await text()) ?? "", /^Sign in .+/);
  fake.loginComesTo(fakeUser());
  await click();
  assert.equal(await text(), "Ada Lovelace Sign out");
  await click();
  assert.equal(await text(), "Sign in");
  fake.signInElsewhere();
  fake.expireElsewhere();
  assert.equal(await text(), "Sign in again");
  app.destroy();
});
