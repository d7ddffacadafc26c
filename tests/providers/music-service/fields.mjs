// The bodies of POST requests, as Fiber's `BodyParser` reads them.

/**
 * Returns the text fields `names` of JSON or of a form. A field that is missing or `null` is empty. Returns undefined
 * for any other media type, for text that is not JSON, and for a JSON field of another type.
 */
export function readFields(contentType = "", body, names) {
  const [type] = contentType.toLowerCase().split(";");
  if (type === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(body);
    return Object.fromEntries(names.map((name) => [name, form.get(name) ?? ""]));
  }
  if (!type.endsWith("json")) return undefined;
  const members = parsed(body);
  if (typeof members !== "object" || Array.isArray(members)) return undefined;
  const fields = names.map((name) => [name, members?.[name] ?? ""]);
  return fields.every(([, value]) => typeof value === "string") ? Object.fromEntries(fields) : undefined;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
