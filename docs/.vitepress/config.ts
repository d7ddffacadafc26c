// The documentation site: `cargo xtask docs` builds it into docs/.vitepress/dist. A link that leads to no page fails the build.

import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from "vitepress";

const docs = fileURLToPath(new URL("..", import.meta.url));

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

const sidebar: DefaultTheme.SidebarItem[] = [
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
      page("React", "/guides/react"),
      page("React Native and Expo", "/guides/react-native"),
      page("Uploads", "/guides/uploads"),
      page("Gated tracks", "/guides/gating"),
      page("Testing", "/guides/testing"),
      page("Diagnose a set-up", "/guides/diagnose"),
      page("Questions and answers", "/guides/faq"),
      page("Developer apps", "/guides/developer-apps"),
      page("Self-hosting", "/guides/self-hosting"),
      page("Stream nodes", "/guides/streaming"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("TypeScript API", "/reference/api/"),
      page("Errors", "/reference/errors"),
      page("Server settings", "/reference/settings"),
      page("Rate limits", "/reference/limits"),
    ],
  },
  {
    text: "Explanation",
    items: [
      page("How a login works", "/explanation/how-login-works"),
      page("Sessions", "/explanation/session"),
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
  srcExclude: ["node_modules/**"],
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
  markdown: {
    config(md) {
      unlinkSources(md);
      drawDiagrams(md);
    },
  },
});
