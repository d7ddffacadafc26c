import { methodsOf } from "../adapter/client.js";
import type { StagepassError } from "../errors.js";
import { make } from "./dom.js";
import type { Open } from "./element.js";
import { signIn } from "./sign-in.js";
import { errorTextOf, report, textOf } from "./texts.js";

const LABELS = ["sign-in", "sign-out", "sign-in-again"] as const;

/** Shows `<stagepass-button>`. */
export const openButton: Open = (host, client, signal) => {
  const { session, logout } = methodsOf(client);
  let status = "";
  let failure: StagepassError | undefined;

  const act = async () => {
    failure = undefined;
    render();
    try {
      await (status === "signed-in" ? logout() : signIn(host, client));
    } catch (error) {
      failure = error as StagepassError;
      report(host, failure);
    }
    render();
  };

  // All labels share one cell, so the button has the same width in each state.
  const labels = LABELS.map(() => make("span"));
  const icon = make("slot", "", { name: "icon" });
  const button = make("button", "button", { type: "button", onclick: act }, icon, make("span", "label", {}, ...labels));
  const error = make("p", "error", { role: "alert" });

  const render = () => {
    const next = session.get().status;
    if (next !== status) failure = undefined;
    host.dataset.status = status = next;
    const shown = status === "signed-in" ? 1 : status === "expired" ? 2 : 0;
    labels.forEach((label, index) => {
      label.textContent = textOf(host, LABELS[index] as (typeof LABELS)[number]);
      label.className = index === shown ? "shown" : "";
    });
    button.disabled = status === "loading";
    button.className = status === "signed-in" ? "" : "primary";
    error.textContent = failure ? errorTextOf(host, failure) : "";
  };

  signal.addEventListener("abort", session.subscribe(render));
  render();
  return { box: make("div", "", { class: "button" }, button, error), render };
};
