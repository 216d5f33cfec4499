/**
 * Reads a list of origins (RFC 6454: scheme, host and port, nothing else), as browsers send them.
 *
 * @throws {TypeError} naming the first entry that no browser sends, and how to write it
 */
export function parseOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || url.origin === 'null') {
      throw new TypeError(
        `${JSON.stringify(origin)} is not an origin; write scheme, host and port: http://localhost:5173.`,
      );
    }
    if (url.origin !== origin) {
      throw new TypeError(`${JSON.stringify(origin)} is not how browsers send this origin; write ${url.origin}.`);
    }
  }
  return new Set(origins);
}
