import type * as Solid from "solid-js";
import type * as Web from "solid-js/web";
import type { ProvidedClient } from "../../../src/adapter/client.js";
import type * as Kit from "../../../src/entry/solid.js";
import { press, words } from "../contract.js";

/** Returns an app with two components, which do what Solid's compiler makes of `<button>{words(auth())}</button>`. */
export const solidApp =
  (
    { createComponent, createRenderEffect }: typeof Solid,
    { ssr, isServer }: typeof Web,
    { StagepassProvider, useAuth }: typeof Kit,
    client: ProvidedClient,
  ) =>
  (): Solid.JSX.Element => {
    const Who = () => {
      const auth = useAuth();
      if (isServer) return ssr(["<button>", "</button>"] as never, words(auth())) as unknown as Solid.JSX.Element;
      const button = document.createElement("button");
      button.addEventListener("click", () => press(auth()));
      createRenderEffect(() => {
        button.textContent = words(auth());
      });
      return button;
    };
    return createComponent(StagepassProvider, {
      client,
      get children() {
        return [createComponent(Who, {}), createComponent(Who, {})];
      },
    });
  };
