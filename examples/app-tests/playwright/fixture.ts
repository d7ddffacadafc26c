import { test as base } from "@playwright/test";
import { storedSession } from "stagepass/testing/session";
import { ADA, SERVICE } from "../service";

/** Each test starts on a page on which a user is signed in, and has a service that knows the user. */
export const test = base.extend({
  storageState: async ({ baseURL }, use) => {
    const stored = await storedSession(SERVICE, { user: ADA });
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    await use({ cookies: [], origins: [{ origin: new URL(String(baseURL)).origin, localStorage }] });
  },
  context: async ({ context }, use) => {
    await context.route(`${SERVICE.baseUrl}/me`, (route) => route.fulfill({ json: ADA }));
    await context.route(`${SERVICE.baseUrl}/oauth/revoke`, (route) => route.fulfill({ json: {} }));
    await use(context);
  },
});
