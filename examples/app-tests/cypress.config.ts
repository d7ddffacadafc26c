import { defineConfig } from "cypress";
import { storedSession } from "stagepass/testing/session";
import { ADA, SERVICE } from "./service";

export default defineConfig({
  e2e: {
    baseUrl: "http://localhost:5173",
    specPattern: "cypress/*.cy.ts",
    supportFile: false,
    setupNodeEvents(on) {
      on("task", { storedSession: () => storedSession(SERVICE, { user: ADA }) });
    },
  },
});
