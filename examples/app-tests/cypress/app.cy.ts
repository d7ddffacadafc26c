import { ADA, SERVICE } from "../service";

/** Opens a page on which a user is signed in. */
const visit = (path: string) =>
  cy.task<Record<string, string>>("storedSession").then((stored) =>
    cy.visit(path, {
      onBeforeLoad({ localStorage }) {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      },
    }),
  );

it("a signed-in user signs out", () => {
  cy.intercept("GET", `${SERVICE.baseUrl}/me`, { ...ADA });
  cy.intercept("POST", `${SERVICE.baseUrl}/oauth/revoke`, {}).as("revocation");
  visit("/");
  cy.contains(ADA.name);
  cy.contains("button", "Sign out").click();
  cy.wait("@revocation");
  cy.contains("button", "Sign in");
});
