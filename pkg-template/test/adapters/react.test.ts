import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";
import { reactApp } from "./apps/react.js";
import { testContract } from "./contract.js";

const page = openPage();
const copy = freshCopy();
const [React, { createRoot }, kit, testing] = await Promise.all([
  import("react"),
  import("react-dom/client"),
  import(`${copy}react.js`),
  import(`${copy}testing.js`),
]);

const mount = async (place: HTMLElement, client: Parameters<typeof reactApp>[2]) => {
  const root = createRoot(place);
  root.render(reactApp(React, kit, client));
  return () => root.unmount();
};

testContract({ name: "React", mount }, page, testing);
