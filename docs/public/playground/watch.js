// Reports the messages between the windows of a login to the service worker. The playground and its callback page load
// it before the SDK. It changes no message.
{
  const isCallback = location.pathname.endsWith("/callback.html");
  const [here, there] = isCallback ? ["Popup", "App"] : ["App", "Popup"];

  const report = (from, to, way, data) => {
    if (typeof data !== "string" || !data.startsWith("stagepass1\n")) return;
    const [, kind, , ...value] = data.split("\n");
    // Of the clock that all windows have in common.
    const at = Date.now();
    // The address of the callback page and the authorization response, each value on a line.
    const lines = value.join("").replaceAll("+", " ").replace(/[?#&]/g, "\n");
    const entry = { at, from, to, way, text: kind, detail: decodeURIComponent(lines) };
    navigator.serviceWorker.controller?.postMessage({ entry });
  };

  addEventListener("message", ({ data }) => report(there, here, "postMessage", data));
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (data) {
    report(here, there, "BroadcastChannel", data);
    post.call(this, data);
  };
}
