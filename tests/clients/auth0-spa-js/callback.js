import { config, described, settings } from "/glue.js";
import { begin } from "./app.js";

const client = await begin(config, settings);
window.client = client;
client.handle().catch((error) => {
  window.failures = [described(error)];
  document.querySelector("main").textContent = String(error);
});
