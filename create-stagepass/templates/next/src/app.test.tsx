import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import Page from "./app/page";

// The client of the test: no service is asked.
vi.mock("./session", async () => {
  const { fakeStagepass, fakeUser } = await import("stagepass/testing");
  const { client } = fakeStagepass({ login: fakeUser({ name: "Ada" }) });
  return { {{mock}}, scope: "read", nameOf: (user: { name: string }) => user.name };
});

/** The button with this text, as soon as it can be clicked. */
const button = (text: string) =>
  vi.waitUntil(() => [...document.querySelectorAll("button")].find((it) => it.textContent === text && !it.hidden));

test("a user signs in and out", async () => {
  createRoot(document.body).render(<Page />);
  (await button("Sign in")).click();
  const signOut = await button("Sign out");
  expect(document.body.textContent).toContain("Ada");
  signOut.click();
  await button("Sign in");
});
