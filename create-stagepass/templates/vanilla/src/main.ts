import { isStagepassError } from "{{entry}}";
import { client, nameOf, scope } from "./session";

const auth = {{auth}};
const app = document.querySelector("#app")!;
app.innerHTML = `
  <p id="status" role="status"></p>
  <button type="button" id="sign-in" hidden>Sign in</button>
  <button type="button" id="sign-out" hidden>Sign out</button>
`;
const text = app.querySelector<HTMLElement>("#status")!;
const signIn = app.querySelector<HTMLButtonElement>("#sign-in")!;
const signOut = app.querySelector<HTMLButtonElement>("#sign-out")!;

signIn.addEventListener("click", () => auth.login({ scope }).catch(explain));
signOut.addEventListener("click", () => auth.logout());

function explain(error: unknown): void {
  if (!isStagepassError(error)) throw error;
  // A user who closed the popup, or clicked a second time, knows that.
  if (error.code !== "popup_closed" && error.code !== "superseded") text.textContent = error.title;
}

// Called after each change of the session, also after one in another tab.
function show(): void {
  const { status, user } = auth.session.get();
  text.textContent = user ? nameOf(user) : "";
  signIn.hidden = status === "loading" || status === "signed-in";
  signIn.textContent = status === "expired" ? "Sign in again" : "Sign in";
  signOut.hidden = status !== "signed-in";
  // The profile can be missing, for example if a login could not read it. The result arrives in the session.
  if (status === "signed-in" && !user) auth.getUser().catch(explain);
}

auth.session.subscribe(show);
show();
