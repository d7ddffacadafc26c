import { defineConfig } from "vite";

export default defineConfig({
  build: { outDir: "built/vite", rolldownOptions: { input: ["index.html", "own-callback.html"] } },
  // The tests put a server of their own in front of the development server, which passes no sockets on.
  server: { hmr: { clientPort: Number(process.env.SOCKET_PORT) || undefined } },
});
