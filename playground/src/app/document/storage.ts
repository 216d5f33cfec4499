/** What this page keeps on the device; a blocked or full storage keeps nothing, and nobody is bothered by it. */
const PREFIX = 'endpoint.js:';

/** The JSON value of a name; undefined where there is none, or none that can be read. */
export function load(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    // Blocked, or written by something else: as if nothing were there.
    return undefined;
  }
}

/** Whether the value will be there next time. */
export function save(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // Blocked or full: the page works on without it.
    return false;
  }
}
