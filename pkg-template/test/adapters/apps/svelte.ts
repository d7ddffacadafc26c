import { writeFileSync } from "node:fs";
import type { Component } from "svelte";
import { compile } from "svelte/compiler";
import type { ProvidedClient } from "../../../src/adapter/client.js";
import type * as Kit from "../../../src/entry/svelte.js";
import { press, words } from "../contract.js";

/** In the syntax of Svelte 4, which Svelte 5 compiles too. */
const SVELTE_4 = `
  <script>export let one, two, press, words;</script>
  <button type="button" on:click={() => press($one)}>{words($one)}</button>
  <button type="button" on:click={() => press($two)}>{words($two)}</button>`;

/** With runes, and another branch while loading. */
const SVELTE_5 = `
  <script>
    import { fromStore } from "svelte/store";
    let { one, two, press, words } = $props();
    const auth = fromStore(one);
    const text = $derived(words(auth.current));
  </script>
  {#if auth.current.isLoading}
    <button type="button">{text}</button>
  {:else}
    <button type="button" onclick={() => press(auth.current)}>{text}</button>
  {/if}
  <button type="button" onclick={() => press($two)}>{words($two)}</button>`;

/** Compiles an app with two stores of one client. Returns it with a function that returns its props. */
export const svelteApp = async (syntax: "4" | "5", generate: "client" | "server") => {
  const { js } = compile(syntax === "4" ? SVELTE_4 : SVELTE_5, { generate, preserveWhitespace: false });
  const file = new URL(`svelte-${syntax}-${generate}.mjs`, import.meta.url);
  writeFileSync(file, js.code);
  const { default: App }: { default: Component<Props> } = await import(file.href);
  const propsOf = ({ createAuth }: typeof Kit, client: ProvidedClient) => {
    return { one: createAuth(client), two: createAuth(client), press, words };
  };
  return { App, propsOf };
};

type Props = { [name: string]: unknown };
