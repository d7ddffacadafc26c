// Webhooks: a shop reports purchases to this server.

import { button, choice, entry, line, make } from "./elements.js";
import { alarm, alone, announce, calm, judge, onSubmit } from "./news.js";
import { question } from "./question.js";
import { ask, list } from "./server.js";
import { shownOnce, value } from "./shown_once.js";
import { refuse } from "./things.js";

const KINDS = { stagepass: "A shop of your own", stripe: "Stripe" };

/** What is shown of the webhooks. */
export async function load() {
  const all = await list("webhooks");
  const rows = make("ul", { class: "things" }, ...all.map(item));
  const empty =
    "You have no webhooks yet. A shop sends its purchases to the address of a webhook.";
  const none = make("p", { class: "empty when-empty", text: empty });
  return make("div", { class: "stack" }, rows, none, making(rows));
}

function item({ webhookId, url, kind }) {
  const problem = calm();
  const row = make("li", { "data-webhook": webhookId });
  const remove = async () => {
    const meaning = "Purchases that the shop sends to it are then refused, and only the shop is told.";
    if (!(await question("Delete this webhook?", { meaning, verb: "Delete webhook" }))) return;
    await alone(async () => {
      problem.hidden = true;
      try {
        await ask(`/owner/webhooks/${webhookId}`, { method: "DELETE" });
        const heading = row.closest("section").querySelector("h2");
        row.remove();
        announce("The webhook is deleted.");
        return heading;
      } catch (error) {
        alarm(problem, error);
        return undefined;
      }
    });
  };
  row.append(
    make("h3", { text: KINDS[kind] ?? kind }),
    make("dl", { class: "values" }, value("Address", url)),
    make("p", { class: "row" }, button("Delete", remove, { about: "this webhook", "data-delete": webhookId })),
    problem,
  );
  return row;
}

function making(rows) {
  const kind = entry("Sender", choice(Object.entries(KINDS), "stagepass"));
  const secret = entry("Signing secret", line({ type: "password", placeholder: "whsec_…" }), {
    note: "Create an endpoint in Stripe, with any address. Copy its signing secret. Then replace its address by that of this webhook.",
  });
  const problem = calm();
  const place = make("div");
  const isStripe = () => kind.control.value === "stripe";
  kind.control.addEventListener("change", () => {
    secret.element.hidden = !isStripe();
  });
  secret.element.hidden = true;
  const send = async () => {
    problem.hidden = true;
    judge(secret, "");
    const body = { kind: kind.control.value, ...(isStripe() ? { secret: secret.control.value.trim() } : {}) };
    try {
      const made = await ask("/owner/webhooks", { method: "POST", body });
      secret.control.value = "";
      rows.prepend(item(made));
      const caution = made.secret
        ? "The secret is shown only once. Copy it now, and keep it in the shop that signs with it."
        : "The webhook is added.";
      const values = [["Address", made.url], ...(made.secret ? [["Secret", made.secret]] : [])];
      const once = shownOnce(caution, values);
      place.replaceChildren(once.element);
      return once.heading;
    } catch (error) {
      return refuse({ kind, secret }, problem, error);
    }
  };
  const form = make(
    "form",
    { class: "stack", novalidate: true, "data-form": "webhook" },
    kind.element,
    secret.element,
    problem,
    make("p", { class: "actions" }, make("button", { class: "primary", type: "submit", text: "Add webhook" })),
  );
  return make("div", { class: "making" }, make("h3", { text: "Add a webhook" }), onSubmit(form, send), place);
}
