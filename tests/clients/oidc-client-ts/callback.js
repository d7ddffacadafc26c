import { config, described, settings } from "/glue.js";
import { begin } from "./app.js";

const client = begin(config, settings);
window.client = client;
const main = document.querySelector("main");
client.handle().then(
  () => {
    main.textContent = "Done.";
  },
  (error) => {
    window.failures = [described(error)];
    main.textContent = String(error);
  },
);
