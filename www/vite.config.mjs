import { defineConfig } from "vite";

export default defineConfig({
  build: {
    rolldownOptions: { input: ["index.html", "callback.html", "diagnose.html"] },
    // The pages' policy takes scripts from files alone; every browser that runs the core preloads modules by itself.
    modulePreload: { polyfill: false },
    // The mark is a file, also as the icon of the pages.
    assetsInlineLimit: 0,
  },
});
