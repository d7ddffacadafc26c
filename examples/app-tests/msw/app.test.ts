import { setupServer } from "msw/node";
import { storedSession } from "stagepass/testing/session";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ADA, SERVICE } from "../service";
import { handlers, service } from "./handlers";

const server = setupServer(...handlers);
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

test("the app with the real client asks the service", async () => {
  const stored = await storedSession(SERVICE, { user: { ...ADA, name: "Ada Byron" } });
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  document.body.innerHTML = '<div id="app"></div>';
  await import("../src/main");
  // The service knows the user's new name.
  await vi.waitFor(() => expect(document.body.textContent).toBe("Ada Sign out"), 10_000);

  service.answer({ "GET me/playlists": () => Response.json({ items: ["Night"] }) });
  const { client } = await import("../src/session");
  expect(await (await client.fetch("me/playlists")).json()).toEqual({ items: ["Night"] });
  expect(await client.oauth.getAccessToken({ forceRefresh: true })).toBe("another-token");
});
