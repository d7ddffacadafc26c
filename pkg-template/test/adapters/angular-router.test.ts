// The guard and the interceptor of stagepass/angular, in Angular's own router and HttpClient.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpRequest } from "@angular/common/http";
import type * as Kit from "../../src/entry/angular.js";
import type * as Testing from "../../src/entry/testing.js";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";

openPage();
// Compiles the components and Angular's own packages in this process. It comes first.
await import("@angular/compiler");
const copy = freshCopy();
const { Component, provideZonelessChangeDetection } = await import("@angular/core");
const { APP_BASE_HREF } = await import("@angular/common");
const http = await import("@angular/common/http");
const { createApplication } = await import("@angular/platform-browser");
const { provideRouter, Router } = await import("@angular/router");
const { firstValueFrom, of } = await import("rxjs");
const { addAccessToken, provideStagepass, requireSession }: typeof Kit = await import(`${copy}angular.js`);
const { fakeStagepass, fakeUser }: typeof Testing = await import(`${copy}testing.js`);

const API = "https://api.example";

class Page {}
Component({ selector: "app-page", template: "" })(Page);

const sent: HttpRequest<unknown>[] = [];
const backend = {
  handle(request: HttpRequest<unknown>) {
    sent.push(request);
    return of(new http.HttpResponse({ body: {} }));
  },
};

const openApp = async (fake: Testing.FakeStagepass) => {
  sent.length = 0;
  const { injector } = await createApplication({
    providers: [
      provideZonelessChangeDetection(),
      provideStagepass(fake.client),
      provideRouter([
        { path: "library", component: Page, canActivate: [requireSession()] },
        { path: "sign-in", component: Page },
      ]),
      { provide: APP_BASE_HREF, useValue: "/" },
      http.provideHttpClient(http.withInterceptors([addAccessToken([API])])),
      { provide: http.HttpBackend, useValue: backend },
    ],
  });
  const [router, client] = [injector.get(Router), injector.get(http.HttpClient)];
  return {
    async go(url: string) {
      await router.navigateByUrl(url);
      return router.url;
    },
    async get(url: string) {
      await firstValueFrom(client.get(url));
      return sent.at(-1)?.headers.get("Authorization");
    },
  };
};

test("signed-in user passes the guard", async () => {
  const app = await openApp(fakeStagepass({ user: fakeUser() }));
  assert.equal(await app.go("/library?page=2"), "/library?page=2");
});

test("signed-out user is sent to sign in", async () => {
  const app = await openApp(fakeStagepass());
  assert.equal(await app.go("/library?page=2"), "/sign-in?returnTo=%2Flibrary%3Fpage%3D2");
});

test("guard and interceptor do nothing on a server", async () => {
  const fake = fakeStagepass({ user: fakeUser() });
  const app = await openApp(fake);
  const { document } = globalThis;
  Object.assign(globalThis, { document: undefined });
  try {
    assert.equal(await app.go("/library"), "/library");
    assert.equal(await app.get(`${API}/me`), null);
    assert.deepEqual(fake.calls, []);
  } finally {
    Object.assign(globalThis, { document });
  }
});

test("guard rejects if the core cannot be loaded", async () => {
  const fake = fakeStagepass();
  fake.client.oauth.isAuthenticated = () => Promise.reject(Object.assign(new Error(), { code: "load_failed" }));
  const app = await openApp(fake);
  await assert.rejects(app.go("/library"), { code: "load_failed" });
});

test("only configured origins receive the token", async () => {
  const fake = fakeStagepass({ user: fakeUser() });
  const app = await openApp(fake);
  const token = await fake.client.oauth.getAccessToken();
  assert.equal(await app.get(`${API}/me`), `Bearer ${token}`);
  for (const url of ["/me", "https://other.example/me", `${API}.evil.example/me`, "https://api.example:8443/me"]) {
    assert.equal(await app.get(url), null, url);
  }
});

test("signed-out user's request has no token", async () => {
  const app = await openApp(fakeStagepass());
  assert.equal(await app.get(`${API}/me`), null);
});

test("failed refresh fails the request", async () => {
  const fake = fakeStagepass({ user: fakeUser() });
  fake.failNext("oauth.getAccessToken", "network");
  const app = await openApp(fake);
  await assert.rejects(app.get(`${API}/me`), { code: "network" });
  assert.equal(sent.length, 0);
});
