import { defineConfig } from "@playwright/test";

const port = process.env.APP_PORT ?? "5173";
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: "playwright",
  outputDir: "node_modules/.playwright",
  use: {
    baseURL,
    // A browser of this machine. Without this, Playwright starts one that it has downloaded.
    launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] },
  },
  webServer: { command: `vite --port ${port} --strictPort`, url: baseURL },
});
