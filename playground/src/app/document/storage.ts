/** The page's storage on the device; a blocked or full one keeps nothing, without an error. */
const PREFIX = 'endpoint.js:';

/** The JSON value of a name; undefined if there is none, or it can't be read. */
export function load(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    // The storage is blocked, or another program wrote the text: the value counts as missing.
    return undefined;
  }
}

/** Stores a value; false if it won't be there next time. */
export function save(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // The storage is blocked or full: the page works without it.
    return false;
  }
}
