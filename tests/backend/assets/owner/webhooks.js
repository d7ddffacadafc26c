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
    "You have made no webhook yet. Whatever takes the money tells this server at such an address who has paid, and for what.";
  const none = make("p", { class: "empty when-empty", text: empty });
  return make("div", { class: "stack" }, rows, none, making(rows));
}

function item({ webhookId, url, kind }) {
  const problem = calm();
  const row = make("li", { "data-webhook": webhookId });
  const remove = async () => {
    const meaning = "What the shop sends there from now on is refused, and nobody hears of it but the shop.";
    if (!(await question("Delete this webhook?", { meaning, verb: "Delete it" }))) return;
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
  const kind = entry("Who sends", choice(Object.entries(KINDS), "stagepass"));
  const secret = entry("Signing secret", line({ type: "password", placeholder: "whsec_…" }), {
    note: "Stripe shows it beside the endpoint that you make there for this webhook’s address; make the endpoint first with any address, and change it.",
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
        ? "The secret is shown this once. Copy it now, and keep it where your shop signs."
        : "The webhook is made.";
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
    make("p", { class: "actions" }, make("button", { class: "primary", type: "submit", text: "Make the webhook" })),
  );
  return make("div", { class: "making" }, make("h3", { text: "New webhook" }), onSubmit(form, send), place);
}
