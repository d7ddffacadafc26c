import { runCallbackPage } from "../browser/callback.js";

void runCallbackPage();
