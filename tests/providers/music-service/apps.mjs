// Developer apps, by their API keys. A key is an Ethereum address, and is accepted with and without `0x`.

/** Returns the address of an API key as the API stores it (`normalizeClientID` in api/v1_oauth.go). */
export function addressOf(apiKey) {
  const address = apiKey.trim().toLowerCase();
  return address.startsWith("0x") ? address : `0x${address}`;
}

/** Returns the app with this API key, if there is one. */
export function findApp(apps, apiKey) {
  return apps.find((app) => addressOf(app.apiKey) === addressOf(apiKey));
}
