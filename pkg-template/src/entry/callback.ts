import { runCallbackPage } from "../callback.js";

void runCallbackPage();
