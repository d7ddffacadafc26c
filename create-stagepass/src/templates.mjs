/**
 * The templates. `layers` are folders of `templates`: a later one replaces files of an earlier one. `sessions` are
 * folders of `templates/session`: the first one that has the provider's file is used.
 */
export const TEMPLATES = {
  vanilla: vite("vanilla"),
  react: vite("react", ["react-account"]),
  vue: vite("vue"),
  svelte: vite("svelte"),
  next: {
    layers: ["all", "react-account", "next"],
    sessions: ["next", "fake"],
    session: "src/session.ts",
    address: "http://localhost:3000",
    publicFolder: "public",
  },
  // The callback of a phone is a deep link, so there is no page for it.
  expo: { layers: ["all", "expo"], sessions: ["expo", "fake"], session: "session.ts" },
};

function vite(name, shared = []) {
  return {
    layers: ["all", "vite", ...shared, name],
    sessions: ["vite", "fake"],
    session: "src/session.ts",
    address: "http://localhost:5173",
    publicFolder: "public",
  };
}
