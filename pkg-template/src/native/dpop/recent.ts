/** The most keys that an app remembers. */
const MOST = 64;

/** Sets a value. Forgets the oldest if there are too many. */
export const remember = <T>(values: { [name: string]: T | undefined }, name: string, value: T): T => {
  delete values[name];
  values[name] = value;
  for (const old of Object.keys(values).slice(0, -MOST)) delete values[old];
  return value;
};
