import { defineConfig } from "vite";

export default defineConfig({
  build: { outDir: "built/vite", rolldownOptions: { input: ["index.html", "callback.html"] } },
  // The module stands beside the script: the development server must not move the script away from it.
  optimizeDeps: { exclude: ["stagepass"] },
});
