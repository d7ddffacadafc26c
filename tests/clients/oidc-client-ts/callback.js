import { config, described, settings } from "/glue.js";
import { begin } from "./app.js";

window.client = begin(config, settings);
window.client.handle().catch((error) => {
  window.failures = [described(error)];
  document.querySelector("main").textContent = String(error);
});
