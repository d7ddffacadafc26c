import { isStagepassError } from "stagepass";
import { element, line } from "./elements.js";
import { waysIn } from "./listen/ways-in.js";

/** Shows a failure in words, with its code, in this element (or the one with this id); null: none. */
export function showFailure(where: string | HTMLElement, error: unknown): void {
  const place = typeof where === "string" ? element(where) : where;
  place.replaceChildren();
  delete place.dataset.code;
  delete place.dataset.status;
  if (error === null) return;
  const { code, status } = isStagepassError(error) ? error : { code: "demo", status: undefined };
  place.dataset.code = code;
  if (status) place.dataset.status = String(status);
  const facts = status ? `${code}, status ${status}` : code;
  place.append(...sentences(error).map((words) => line("p", words)), ...waysIn(error), line("code", facts));
}

function sentences(error: unknown): string[] {
  if (!isStagepassError(error)) return [error instanceof Error ? error.message : String(error)];
  if (!error.description) return [error.title];
  // The access server's sentence is for the listener.
  if (error.code === "access_refused") return [error.description];
  return [error.title, `The service says: ${error.description}`];
}
