// The documentation site: `cargo xtask docs` builds it into docs/.vitepress/dist. A link to a missing page fails the
// build.

import { readFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from "vitepress";

const docs = fileURLToPath(new URL("..", import.meta.url));

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

const sidebar: DefaultTheme.SidebarItem[] = [
  // With a load: a page that was loaded elsewhere is not controlled by the playground's service worker.
  { ...page("Playground", "/playground/"), target: "_self" },
  {
    text: "Tutorials",
    items: [
      page("Sign users in to a web app", "/tutorials/web-app"),
      page("Run your own service", "/tutorials/own-service"),
      page("Publish a gated track", "/tutorials/gated-track"),
    ],
  },
  {
    text: "Guides",
    items: [
      {
        text: "Sign in",
        items: [
          page("Create an app", "/guides/create-an-app"),
          page("Develop with local servers", "/guides/develop"),
          page("The callback page", "/guides/callback-page"),
          page("Full-page redirect", "/guides/redirect-only"),
          page("Login options", "/guides/login-options"),
          page("Protect a route", "/guides/protect-a-route"),
          page("Call your own API", "/guides/call-your-own-api"),
          page("Content-Security-Policy", "/guides/csp"),
          page("Diagnose a setup", "/guides/diagnose"),
          page("The public music service", "/guides/public-music-service"),
          page("FAQ", "/guides/faq"),
        ],
      },
      {
        text: "Any OAuth 2.0 or OpenID provider",
        items: [
          page("Start", "/guides/any-provider"),
          page("Metadata, ID tokens, storage", "/guides/any-provider-checks"),
          page("Keycloak", "/guides/providers/keycloak"),
          page("Auth0", "/guides/providers/auth0"),
          page("Microsoft Entra ID", "/guides/providers/entra"),
          page("Okta", "/guides/providers/okta"),
          page("Google", "/guides/providers/google"),
        ],
      },
      {
        text: "Frameworks and platforms",
        items: [
          page("React", "/guides/react"),
          page("Next.js", "/guides/next"),
          page("Vue", "/guides/vue"),
          page("Svelte and SvelteKit", "/guides/svelte"),
          page("Angular", "/guides/angular"),
          page("Solid", "/guides/solid"),
          page("Custom elements", "/guides/elements"),
          page("Nuxt, Astro and other server rendering", "/guides/frameworks"),
          page("Rust: Leptos, Yew, Dioxus", "/guides/rust"),
          page("React Native and Expo", "/guides/react-native"),
          page("Command-line and desktop apps in Rust", "/guides/native-rust"),
          page("Testing", "/guides/testing"),
        ],
      },
      {
        text: "Migrate",
        items: [
          page("From oidc-client-ts, any provider", "/guides/migrate/from-oidc-client-ts"),
          page("From auth0-spa-js, at Auth0", "/guides/migrate/from-auth0-spa-js"),
          page("From oidc-client-ts, Stagepass service", "/guides/migrate/oidc-client-ts"),
          page("From auth0-spa-js, Stagepass service", "/guides/migrate/auth0-spa-js"),
          page("From @audius/sdk (OAuth)", "/guides/migrate/from-audius-sdk-oauth"),
        ],
      },
      {
        text: "Audio",
        items: [
          page("Uploads", "/guides/uploads"),
          page("Gated tracks", "/guides/gating"),
          page("Embeds and sharing", "/guides/embed"),
        ],
      },
      {
        text: "Operate",
        items: [
          page("Developer apps", "/guides/developer-apps"),
          page("Self-hosting", "/guides/self-hosting"),
          page("Containers", "/guides/containers"),
          page("Languages and look", "/guides/languages"),
          page("Stream nodes", "/guides/streaming"),
        ],
      },
    ],
  },
  {
    text: "Reference",
    items: [
      page("TypeScript API", "/reference/api/"),
      page("HTTP API", "/reference/http-api"),
      page("Signed URLs", "/reference/signature"),
      page("Errors", "/reference/errors"),
      page("Wrong set-ups", "/reference/set-ups"),
      page("Server settings", "/reference/settings"),
      page("Audio formats", "/reference/audio"),
      page("Rate limits and sizes", "/reference/limits"),
      page("Log lines", "/reference/logs"),
      page("OAuth providers", "/reference/providers"),
      page("Conformance", "/reference/conformance"),
      page("Compatibility", "/reference/compatibility"),
    ],
  },
  {
    text: "Explanation",
    items: [
      page("How a login works", "/explanation/how-login-works"),
      page("Sessions", "/explanation/session"),
      page("Security model", "/explanation/security-model"),
      page("Gating model", "/explanation/gating-model"),
      page("User accounts", "/explanation/accounts"),
    ],
  },
  {
    text: "Internals",
    items: [
      page("Design", "/design"),
      page("Size", "/size"),
      page("Benchmarks", "/benchmarks"),
      page("Comparison", "/comparison"),
    ],
  },
];

const assets = join(docs, "../tests/backend/assets");
const mark = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(assets, "mark.svg"), "utf8"))}`;

/** The colours of `brand.css`, light and dark, for VitePress' own switch between the two. */
function brandColours(): string {
  const [light = "", dark = ""] = readFileSync(join(assets, "brand.css"), "utf8")
    .split("@media (prefers-color-scheme: dark)", 2)
    .map((part) => [...part.matchAll(/^ *--[\w-]+: #\w+;$/gm)].join(""));
  return `:root{${light}}.dark{${dark}}`;
}

/** A link to a file beside the documentation becomes plain text: the site has no page for it. */
function unlinkSources(md: MarkdownRenderer): void {
  const open = md.renderer.rules.link_open;
  const close = md.renderer.rules.link_close;
  const leaves = (href: string, path: string) =>
    !/^([a-z]+:|[/#])/.test(href) && relative(docs, resolve(docs, dirname(path), href)).startsWith("..");
  let isUnlinked = false;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    isUnlinked = leaves(String(tokens[index]?.attrGet("href")), String(env.relativePath));
    if (isUnlinked) return "";
    return open ? open(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
  md.renderer.rules.link_close = (tokens, index, options, env, self) => {
    if (isUnlinked) return "";
    return close ? close(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
}

/** Indented code scrolls sideways, so the keyboard must reach it. VitePress does this for fences alone. */
function focusIndentedCode(md: MarkdownRenderer): void {
  const block = md.renderer.rules.code_block;
  md.renderer.rules.code_block = (...given) => (block?.(...given) ?? "").replace("<pre", '<pre tabindex="0"');
}

/** A fence with `mermaid` becomes a diagram in the browser (theme/Diagram.vue). */
function drawDiagrams(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() === "mermaid") return `<Diagram source="${encodeURIComponent(token.content)}" />`;
    return fence ? fence(tokens, index, options, env, self) : "";
  };
}

export default defineConfig({
  title: "Stagepass",
  description: "Sign in with your music account, and access-controlled audio, for web and mobile apps.",
  lang: "en",
  cleanUrls: true,
  head: [
    ["link", { rel: "icon", href: mark, type: "image/svg+xml" }],
    ["style", {}, brandColours()],
  ],
  srcExclude: ["node_modules/**"],
  // A page links to them, and VitePress copies only pages.
  async buildEnd({ outDir }) {
    for (const name of ["openapi.json", "openapi-access-server.json", "openapi-node.json"])
      await copyFile(join(docs, "reference", name), join(outDir, "reference", name));
  },
  themeConfig: {
    logo: mark,
    sidebar,
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        // The accessible name has all of the text that is shown.
        translations: { button: { buttonText: "Search", buttonAriaLabel: "Search K" } },
        miniSearch: {
          // A reader who searches for "retry" wants the page that explains it before the members of that name.
          searchOptions: { boostDocument: (id: string) => (id.includes("/reference/api/") ? 0.5 : 1) },
        },
      },
    },
  },
  markdown: {
    // Comments of the default themes have too little contrast on this site's background.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      unlinkSources(md);
      focusIndentedCode(md);
      drawDiagrams(md);
    },
  },
});
