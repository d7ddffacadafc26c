import { HttpResponse, http } from "msw";
import { fakeStagepass } from "stagepass/testing";
import { ADA, SERVICE } from "../service";

/** A fake whose routes answer as the service does. `service.answer(…)` adds routes in a test. */
export const service = fakeStagepass({
  ...SERVICE,
  user: ADA,
  routes: { "GET me/playlists": () => HttpResponse.json({ items: [] }) },
});

const tokens = { access_token: "another-token", token_type: "Bearer", expires_in: 3600, scope: "write" };

/** The service for the real client: with `setupServer` in Node, and with `setupWorker` in a browser. */
export const handlers = [
  http.post(`${SERVICE.baseUrl}/oauth/token`, () => HttpResponse.json(tokens)),
  http.post(`${SERVICE.baseUrl}/oauth/revoke`, () => HttpResponse.json({})),
  http.all(`${SERVICE.baseUrl}/*`, ({ request }) => service.client.fetch(request)),
];
