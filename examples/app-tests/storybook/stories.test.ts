import { composeStories } from "@storybook/react";
import { afterEach, expect, test, vi } from "vitest";
import * as stories from "./Account.stories";

const { SignedIn, SignedOut, Expired } = composeStories(stories);

afterEach(() => {
  document.body.innerHTML = "";
});

/** Renders a story, and waits until it shows this. */
const shows = async (story: { run(): Promise<unknown> }, text: string) => {
  await story.run();
  await vi.waitFor(() => expect(document.body.textContent).toContain(text), 10_000);
};

test("each story shows its session", async () => {
  await shows(SignedIn, "Ada Sign out");
  await shows(Expired, "Sign in again");
  await shows(SignedOut, "Sign in");
  expect(document.body.textContent).not.toContain("again");
});

test("a signed-out story signs in", async () => {
  await shows(SignedOut, "Sign in");
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain("Ada"), 10_000);
});
