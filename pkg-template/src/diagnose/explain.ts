import { diagnose } from "./open.js";

let isDone = false;

/**
 * Diagnoses the setup of a login that does not end, and writes the findings to the console. Once for a page. If there
 * are none, the user probably still types a password: writes nothing.
 */
export const explain = async (...client: Parameters<typeof diagnose>): Promise<void> => {
  if (isDone) return;
  isDone = true;
  const { ok, findings } = await diagnose(...client);
  if (!findings.length) return;
  const summary = ok ? "Signing in can work here. Good to know" : "Signing in cannot work here";
  const list = findings.map(({ code, message }) => `- ${code}: ${message}`).join("\n");
  console.info(`[stagepass] A login takes long, so oauth.diagnose() has checked the setup. ${summary}:\n${list}`);
};
