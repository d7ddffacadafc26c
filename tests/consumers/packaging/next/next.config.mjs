import { fileURLToPath } from "node:url";

export default {
  // The packages are installed beside this folder.
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};
