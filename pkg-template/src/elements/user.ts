import { authOf } from "../adapter/auth.js";
import { draw, make } from "./dom.js";
import type { Open } from "./element.js";
import { showPicture } from "./picture.js";
import { errorTextOf, textOf } from "./texts.js";

/** A user of a Stagepass service, or the claims of a provider. */
interface AnyUser {
  name?: string;
  preferred_username?: string;
  sub?: string;
  handle?: string;
  email?: string;
  verified?: boolean;
  profilePicture?: Parameters<typeof showPicture>[1];
  picture?: string;
}

/** Shows `<stagepass-user>`. */
export const openUser: Open = (host, client, signal) => {
  const store = authOf(client);
  const image = make("img", "", { alt: "" });
  const initial = make("span");
  const picture = make("span", "picture", { "aria-hidden": "true" }, image, initial);
  const name = make("bdi", "name");
  const handle = make("bdi", "handle");
  const badge = make("span", "verified", { role: "img" }, draw("M4 12.5 9.5 18 20 7"));
  const retry = make("button", "retry", { type: "button", onclick: () => store.get().refetch() });
  const error = make("span", "error", { role: "status" });
  const line = make("span", "line", {}, name, badge);
  const words = make("span", "words", {}, line, handle, error, retry);

  const render = () => {
    const { status, isLoading, error: failure, ...auth } = store.get();
    const user = auth.user as AnyUser | undefined;
    host.dataset.status = isLoading && !user ? "loading" : status;
    const shown = user?.name || user?.preferred_username || user?.sub || "";
    name.textContent = shown;
    handle.textContent = user?.handle ? `@${user.handle}` : user?.email || "";
    badge.hidden = !user?.verified;
    badge.setAttribute("aria-label", textOf(host, "verified"));
    initial.textContent = [...shown][0] ?? "";
    showPicture(image, user?.profilePicture ?? (user?.picture ? { "150x150": user.picture, mirrors: [] } : undefined));
    error.textContent = failure ? errorTextOf(host, failure) : "";
    retry.textContent = textOf(host, "retry");
    retry.hidden = !failure;
    line.hidden = handle.hidden = !!failure;
  };

  signal.addEventListener("abort", store.subscribe(render));
  return { box: make("div", "user", {}, picture, words), render };
};
