/** The most keys that are stored, and that a page or an app remembers. */
export const MOST = 256;

/** Sets a value. Forgets the oldest if there are too many. */
export const remember = <T>(values: { [name: string]: T | undefined }, name: string, value: T): T => {
  delete values[name];
  values[name] = value;
  for (const old of Object.keys(values).slice(0, -MOST)) delete values[old];
  return value;
};
