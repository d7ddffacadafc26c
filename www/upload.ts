import type { NewTrack, Track } from "stagepass";
import { element } from "./elements.js";
import { showFailure } from "./failure.js";
import type { Visit } from "./sign-in.js";
import { showTracks } from "./tracks.js";

let visit: Visit | undefined;
let underWay: AbortController | undefined;

/** Lets who is signed in upload a track. An upload ends with the visit. */
export function offerUpload(current: Visit): void {
  underWay?.abort();
  visit = current;
  element("upload").hidden = !current.user;
  showFailure("upload-error", null);
  showDone(null);
}

async function upload(during: Visit, file: File, facts: Omit<NewTrack, "trackCid">): Promise<void> {
  const { sp } = during;
  const mine = new AbortController();
  const { signal } = mine;
  underWay = mine;
  showFailure("upload-error", null);
  showDone(null);
  showUnderWay(true);
  try {
    const { trackCid } = await sp.tracks.upload(file, { onProgress: showProgress, signal });
    element("upload-words").textContent = "Creating the track…";
    const track = await sp.tracks.create({ ...facts, trackCid }, { signal });
    if (visit !== during) return;
    form.reset();
    showDone(track);
    void showTracks({ ...during });
  } catch (error) {
    if (visit === during) showFailure("upload-error", error);
  } finally {
    underWay = undefined;
    showUnderWay(false);
  }
}

function showUnderWay(isUnderWay: boolean): void {
  const hadFocus = form.contains(document.activeElement);
  element<HTMLFieldSetElement>("upload-fields").disabled = isUnderWay;
  element("upload-under-way").hidden = !isUnderWay;
  showProgress({ sent: 0, total: 1 });
  // What was pressed cannot be pressed now: who works by keyboard would lose their place.
  if (hadFocus) element(isUnderWay ? "upload-cancel" : "upload-start").focus();
}

function showProgress({ sent, total }: { sent: number; total: number }): void {
  const share = total ? sent / total : 0;
  element<HTMLProgressElement>("upload-progress").value = share;
  element("upload-words").textContent = `Uploading… ${Math.floor(share * 100)} %`;
}

function showDone(track: Track | null): void {
  const place = element("upload-done");
  place.textContent = track ? `“${track.title}” is there, and at the top of the tracks.` : "";
  if (track) place.dataset.trackId = String(track.id);
  else delete place.dataset.trackId;
}

const form = element<HTMLFormElement>("upload");
const files = element<HTMLInputElement>("upload-file");
const title = element<HTMLInputElement>("upload-title");
const countries = [...form.querySelectorAll<HTMLInputElement>("input[name=country]")];

/** Of listeners in countries, one at least is meant. */
function checkCountries(): void {
  const isChosen = new FormData(form).get("audience") !== "countries" || countries.some(({ checked }) => checked);
  countries[0]?.setCustomValidity(isChosen ? "" : "Choose a country.");
}

form.addEventListener("input", checkCountries);
form.addEventListener("reset", () => countries[0]?.setCustomValidity(""));
files.addEventListener("change", () => {
  title.value ||= files.files?.[0]?.name.replace(/\.\w+$/, "") ?? "";
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const file = files.files?.[0];
  if (!visit || !file || underWay) return;
  const chosen = new FormData(form);
  const rule = { geo: { in: chosen.getAll("country").map(String) } };
  const isGated = chosen.get("audience") === "countries";
  void upload(visit, file, { title: title.value.trim(), ...(isGated ? { rule } : {}) });
});
element("upload-cancel").addEventListener("click", () => underWay?.abort());
