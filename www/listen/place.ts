import { element } from "../elements.js";
import { showFailure } from "../failure.js";

/**
 * Lets the listener choose a country to listen from.
 *
 * A listener on the same machine has no country. The demo's server replaces the geolocation service of the access
 * server. If it does not, the page offers no choice.
 */
export async function offerPlaces(): Promise<void> {
  const select = element<HTMLSelectElement>("place");
  const answer = await fetch("/geo/place").catch(() => undefined);
  if (!answer?.ok) return;
  let chosen: string = (await answer.json()).countryCode;
  select.value = chosen;
  element("where").hidden = false;
  select.addEventListener("change", async () => {
    select.ariaBusy = "true";
    showFailure("listen-error", null);
    try {
      await choose(select.selectedOptions[0]);
      chosen = select.value;
    } catch (error) {
      select.value = chosen;
      showFailure("listen-error", error);
    }
    select.ariaBusy = null;
  });
}

async function choose(option: HTMLOptionElement | undefined): Promise<void> {
  const place = { countryCode: option?.value, country: option?.text, city: option?.dataset.city };
  const body = JSON.stringify(place);
  const answer = await fetch("/geo/place", { method: "PUT", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(`The demo's server did not take the place (${answer.status}).`);
}
