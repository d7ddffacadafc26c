import { isStagepassError, stagepass } from "{{ package }}";
import { StagepassProvider, useStagepass, useUser } from "{{ package }}/react";

// Outside of the components: once a page.
const sp = stagepass({
  baseUrl: {{ base_url }},
  apiKey: {{ api_key }},
  redirectUri: {{ redirect_uri }},
{%- if is_bound %}
  dpop: true,
{%- endif %}
});

export default function App() {
  return (
    <StagepassProvider client={sp}>
      <Account />
    </StagepassProvider>
  );
}

function Account() {
  const { oauth } = useStagepass();
  const { user, isLoading } = useUser();

  async function signIn() {
    try {
      await oauth.login({ scope: "read" });
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      alert(error.message);
    }
  }

  if (isLoading) return <p>One moment…</p>;
  if (!user) return <button type="button" onClick={signIn}>Sign in</button>;
  return (
    <p>
      Hello, {user.name}. <button type="button" onClick={() => oauth.logout()}>Sign out</button>
    </p>
  );
}