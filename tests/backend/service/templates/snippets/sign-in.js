import { isStagepassError, stagepass } from "{{ package }}";

// For a page with <button id="sign-in"> and <p id="greeting">.
const sp = stagepass({
  baseUrl: {{ base_url }},
  apiKey: {{ api_key }},
  redirectUri: {{ redirect_uri }},
{%- if is_bound %}
  dpop: true,
{%- endif %}
});

document.querySelector("#sign-in").addEventListener("click", async () => {
  try {
    const result = await sp.oauth.login({ scope: "read" });
    if (result.kind === "signed-in") greet(result.user);
  } catch (error) {
    explain(error);
  }
});

// A user who signed in before is still signed in, also after a reload.
sp.oauth.getUser().then(greet).catch(explain);

function greet(user) {
  say(`Hello, ${user.name}.`);
}

function explain(error) {
  if (!isStagepassError(error)) throw error;
  if (error.code !== "not_signed_in") say(error.message);
}

function say(words) {
  document.querySelector("#greeting").textContent = words;
}
