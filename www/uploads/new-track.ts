import type { NewTrack } from "stagepass";
import { fromTemplate, within } from "../elements.js";
import { showFailure } from "../failure.js";

/** The metadata of a track. */
export type AboutTrack = Pick<NewTrack, "title" | "rule">;

/**
 * A form that asks for a title and an audience. `make` creates the track. Then the form is removed.
 *
 * @param fileName The suggested title is made from it.
 */
export function newTrackForm(fileName: string, make: (about: AboutTrack) => Promise<void>): HTMLFormElement {
  const form = fromTemplate<HTMLFormElement>("new-track");
  const title = within<HTMLInputElement>(form, "[name=title]");
  const countries = [...form.querySelectorAll<HTMLInputElement>("input[name=country]")];
  form.ariaLabel = `A track of ${fileName}`;
  title.value = fileName.replace(/\.\w+$/, "");

  /** For an audience in countries, at least one must be chosen. */
  const checkCountries = () => {
    const isChosen = new FormData(form).get("audience") !== "countries" || countries.some(({ checked }) => checked);
    countries[0]?.setCustomValidity(isChosen ? "" : "Choose a country.");
  };

  let isUnderWay = false;
  form.addEventListener("input", checkCountries);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isUnderWay) return;
    isUnderWay = true;
    showFailure(within(form, ".error"), null);
    try {
      await make(about(form));
      form.remove();
    } catch (error) {
      showFailure(within(form, ".error"), error);
    }
    isUnderWay = false;
  });
  return form;
}

function about(form: HTMLFormElement): AboutTrack {
  const chosen = new FormData(form);
  const title = String(chosen.get("title")).trim();
  if (chosen.get("audience") !== "countries") return { title };
  return { title, rule: { geo: { in: chosen.getAll("country").map(String) } } };
}
