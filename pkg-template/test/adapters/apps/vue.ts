import type * as Vue from "vue";
import type { ProvidedClient } from "../../../src/adapter/client.js";
import type * as Kit from "../../../src/entry/vue.js";
import { press, words } from "../contract.js";

/** Returns an app with two components. */
export const vueApp = (
  { createSSRApp, createApp, defineComponent, h }: typeof Vue,
  { stagepassPlugin, useAuth }: typeof Kit,
  client: ProvidedClient,
  isServer = false,
): Vue.App => {
  const Who = defineComponent({
    setup() {
      // biome-ignore lint/correctness/useHookAtTopLevel: setup is where Vue's composables are called.
      const auth = useAuth();
      return () => h("button", { type: "button", onClick: () => press(auth.value) }, words(auth.value));
    },
  });
  const App = defineComponent({ render: () => [h(Who), h(Who)] });
  return (isServer ? createSSRApp : createApp)(App).use(stagepassPlugin(client));
};
