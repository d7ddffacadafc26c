import { fileURLToPath } from "node:url";

export default {
  mode: "production",
  entry: { main: "./main.js" },
  output: { path: fileURLToPath(new URL("built/webpack", import.meta.url)), trustedTypes: "webpack" },
};
