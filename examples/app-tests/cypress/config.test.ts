import { expect, test, vi } from "vitest";
import config from "../cypress.config";

test("the task of Cypress returns a stored session", async () => {
  const on = vi.fn();
  config.e2e?.setupNodeEvents?.(on, {} as Cypress.PluginConfigOptions);
  const [event, tasks] = on.mock.calls[0] ?? [];
  expect(event).toBe("task");
  expect(Object.keys(await tasks.storedSession())).toHaveLength(3);
});
