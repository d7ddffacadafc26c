import { defineConfig } from "vitest/config";

export default defineConfig({
  // With the core inside the script: Node's `fetch` reads no files.
  resolve: { alias: [{ find: /^stagepass$/, replacement: "stagepass/inline" }] },
  test: {
    environment: "jsdom",
    testTimeout: 30_000,
    include: ["{cypress,msw,oauth,storybook}/*.test.ts"],
  },
});
