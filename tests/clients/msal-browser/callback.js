// The library's redirect bridge. With its option `enableLegacyPolling`, the callback page must do nothing.

import { broadcastResponseToMainFrame } from "@azure/msal-browser/redirect-bridge";
import { described, settings } from "/glue.js";

const main = document.querySelector("main");
if (settings.system?.enableLegacyPolling) main.textContent = "Done.";
else {
  broadcastResponseToMainFrame().then(
    () => {
      main.textContent = "Done.";
    },
    (error) => {
      window.failures = [described(error)];
      main.textContent = String(error);
    },
  );
}
