// Products: what a rule can ask listeners to have paid for, and who has.

import { make, moment } from "./elements.js";
import { alarm, calm } from "./news.js";
import { ask } from "./server.js";
import { loadThings } from "./things.js";

/** What is shown of the products. */
export const load = () =>
  loadThings({
    one: "product",
    many: "products",
    empty:
      "You have no products yet. A rule can allow users who have paid for a product: one track, or several.",
    gone: "A rule that names it no longer matches anybody. Its purchases count again if you create a product with the same ID.",
    address: {
      member: "buyUrl",
      label: "Page to buy on",
      note: "Where users can buy it. Optional.",
    },
    inside: (product) => [purchases(product)],
  });

/** The buyers. Loaded each time the section is opened. */
function purchases(product) {
  const place = make("div", { class: "stack" });
  const load = async () => {
    const problem = calm();
    place.replaceChildren(make("p", { class: "quiet", text: "Loading…" }), problem);
    try {
      const { purchases: all } = await ask(`/owner/products/${product.id}/purchases`);
      const emptyNote = make("p", { class: "quiet", text: "There are no purchases yet." });
      place.replaceChildren(all.length === 0 ? emptyNote : make("ul", { class: "people" }, ...all.map(purchase)));
    } catch (error) {
      place.replaceChildren(problem);
      alarm(problem, error, load);
    }
  };
  const summary = make("summary", {}, "Purchases", make("span", { class: "hidden", text: ` of ${product.name}` }));
  const details = make("details", {}, summary, place);
  details.addEventListener("toggle", () => details.open && load());
  return details;
}

function purchase({ purchaseId, userId, handle, name, paidAt, endsAt, refundedAt, state }) {
  const who = make("span", { class: "name" }, make("strong", { text: name ?? `Listener ${userId}` }));
  if (handle) who.append(" ", make("span", { class: "quiet", text: `@${handle}` }));
  return make(
    "li",
    { "data-purchase": purchaseId },
    who,
    make("span", { class: "quiet" }, ...inWords({ paidAt, endsAt, refundedAt, state })),
  );
}

function inWords({ paidAt, endsAt, refundedAt, state }) {
  const paid = paidAt ? ["paid ", moment(paidAt)] : [];
  switch (state) {
    case "paid":
      return [...paid, ...(endsAt ? [", valid until ", moment(endsAt)] : [", does not end"])];
    case "ended":
      return [...paid, ", ended", ...(endsAt ? [" ", moment(endsAt)] : [])];
    case "refunded":
      return [...paid, paidAt ? ", refunded" : "refunded", ...(refundedAt ? [" ", moment(refundedAt)] : [])];
    default:
      return ["not paid yet"];
  }
}
