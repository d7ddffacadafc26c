// The phone's way to the network: what is asked of it passes here, in every engine, and is taken down.

export const network = {
  /** The requests of this life of the app, for example `POST /v1/oauth/token`. */
  requests: [],
  /** Whether a request, so written, gets through: what a flow replaces to be without a network. */
  lets: (_request) => true,
  /** Records a request, and returns whether it gets through. A `data:` URL makes no request. */
  passes(method, url) {
    const path = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(url)?.[1];
    if (path === undefined) return true;
    const request = `${method.toUpperCase()} ${path}`;
    network.requests.push(request);
    return network.lets(request);
  },
  /** How often something was asked whose text ends so. */
  count: (end) => network.requests.filter((request) => request.endsWith(end)).length,
};
