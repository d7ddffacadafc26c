import { type Diagnosis, type Finding, type Stagepass, stagepass } from "stagepass";
import { readConfig } from "./config.js";
import { element, line } from "./elements.js";
import { showFailure } from "./failure.js";

/** The name of each severity, the worst first. */
const HEADINGS: Record<Finding["severity"], string> = {
  error: "Fix this",
  warning: "Works, with a drawback",
  note: "Good to know",
};

const press = element<HTMLButtonElement>("diagnose");
const copy = element<HTMLButtonElement>("copy");
let sp: Stagepass | undefined;
let shown: Diagnosis | undefined;

press.addEventListener("click", look);
copy.addEventListener("click", async () => {
  if (!shown) return;
  try {
    await navigator.clipboard.writeText(asText(shown));
    say("Copied.");
  } catch {
    say("The browser does not let this page copy. Select the text below.");
  }
});

async function look(): Promise<void> {
  press.disabled = true;
  showFailure("error", null);
  show(undefined);
  say("Checking. This takes up to ten seconds…");
  try {
    sp ??= stagepass((await readConfig()).config);
    shown = await sp.oauth.diagnose();
    show(shown);
    say(verdict(shown));
  } catch (error) {
    say("");
    showFailure("error", error);
  }
  press.disabled = false;
  press.textContent = "Run it again";
  press.focus();
}

function say(words: string): void {
  element("verdict").textContent = words;
}

function verdict({ ok, findings }: Diagnosis): string {
  if (!findings.length) return "Nothing is wrong, as far as a page can tell.";
  return ok ? "Signing in works here, with the notes below." : "Signing in does not work here.";
}

function show(diagnosis: Diagnosis | undefined): void {
  copy.hidden = !diagnosis;
  element("findings").replaceChildren(...(diagnosis ? groups(diagnosis) : []));
}

function groups({ findings }: Diagnosis): HTMLElement[] {
  return (Object.keys(HEADINGS) as Finding["severity"][]).flatMap((severity) => {
    const matching = findings.filter((finding) => finding.severity === severity);
    if (!matching.length) return [];
    const group = document.createElement("section");
    group.className = severity;
    const list = document.createElement("ul");
    list.append(...matching.map(item));
    group.append(line("h2", HEADINGS[severity]), list);
    return [group];
  });
}

function item({ code, message }: Finding): HTMLElement {
  const made = document.createElement("li");
  made.dataset.code = code;
  made.append(line("p", message), line("code", code));
  return made;
}

/** For a letter to who can help: also which browser it was. */
function asText(diagnosis: Diagnosis): string {
  const lines = diagnosis.findings.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
  return [verdict(diagnosis), ...lines, navigator.userAgent, ""].join("\n");
}
