import { createInterface } from "node:readline/promises";
import { CreateFailure } from "./failure.mjs";

/** Asks in a terminal. `ask(question, fallback, check)` asks again as long as `check` throws. */
export function openQuestions(input, output) {
  const lines = createInterface({ input, output });
  const closed = new Promise((_resolve, reject) => {
    lines.once("close", () => reject(new CreateFailure("canceled", "Nothing was written.")));
  });
  // Closed after the last answer, it concerns no question.
  closed.catch(() => {});
  return {
    async ask(question, fallback, check) {
      for (;;) {
        const hint = fallback ? ` [${fallback}]` : "";
        const answer = (await Promise.race([lines.question(`${question}${hint}: `), closed])).trim() || fallback || "";
        try {
          check(answer);
          return answer;
        } catch (error) {
          if (!(error instanceof CreateFailure)) throw error;
          output.write(`${error.message}\n`);
        }
      }
    },
    close: () => lines.close(),
  };
}
