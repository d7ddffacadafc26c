import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Tests run in Node, and would find the Svelte of a server.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // The callback page is registered with these ports.
  server: { port: 5173, strictPort: true },
  preview: { port: 4173, strictPort: true },
  test: { environment: "happy-dom" },
});
