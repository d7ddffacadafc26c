import { expect } from "@playwright/test";
import { ADA, SERVICE } from "../service";
import { test } from "./fixture";

test("a signed-in user signs out", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText(ADA.name)).toBeVisible();
  const revocation = page.waitForRequest(`${SERVICE.baseUrl}/oauth/revoke`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await revocation;
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("a session that the service has ended shows it", async ({ page }) => {
  const refused = { status: 401, json: { error: "invalid_token" } };
  await page.route(`${SERVICE.baseUrl}/me`, (route) => route.fulfill(refused));
  await page.route(`${SERVICE.baseUrl}/oauth/token`, (route) =>
    route.fulfill({ status: 400, json: { error: "invalid_grant" } }),
  );
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in again" })).toBeVisible();
});
