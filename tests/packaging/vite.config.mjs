import { defineConfig } from "vite";

export default defineConfig({
  build: { outDir: "built/vite", rolldownOptions: { input: ["index.html", "callback.html"] } },
});
