/** The origins that `send` may reach. */
export interface AllowedOrigins {
  /** The entries as written. */
  readonly entries: readonly string[];
  /** How a URL is allowed: by its exact origin, by an entry with `*`, or not at all. */
  readonly match: (url: URL) => 'exact' | 'wildcard' | undefined;
}

const examples = 'https://api.example.com, https://*.example.com or https://*';

/**
 * Reads a list of origins that may be reached. An entry is an origin (RFC 6454: scheme, host and port), or one with `*` as
 * its host or as the leftmost part of it: `https://*.example.com` stands for every name below example.com at any depth, not
 * for example.com itself; `https://*` for every host. The scheme and the port are always exact.
 *
 * @throws {TypeError} naming the first entry that is none of these, and how to write it
 */
export function parseAllowedOrigins(entries: readonly string[]): AllowedOrigins {
  const exact = new Set<string>();
  const wildcards: ((url: URL) => boolean)[] = [];
  for (const entry of entries) {
    const [, scheme = '', remainder = ''] = /^(https?:\/\/)\*(\..*|:\d+)?$/.exec(entry) ?? [];
    checkSpelling(entry, scheme && `${scheme}any${remainder}`);
    if (scheme) wildcards.push(createWildcard(new URL(`${scheme}any${remainder}`), remainder.startsWith('.')));
    else exact.add(entry);
  }
  return {
    entries,
    match: (url) => {
      if (exact.has(url.origin)) return 'exact';
      return wildcards.some((matches) => matches(url)) ? 'wildcard' : undefined;
    },
  };
}

/** @param sample an origin that a wildcard entry stands for; empty for an exact entry */
function checkSpelling(entry: string, sample: string): void {
  const origin = sample || entry;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || origin.includes('*')) {
    throw new TypeError(`${JSON.stringify(entry)} isn't an origin that can be allowed; write ${examples}.`);
  }
  if (url.origin !== origin) {
    const right = sample ? url.origin.replace('//any', '//*') : url.origin;
    throw new TypeError(`${JSON.stringify(entry)} is not how this origin is written; write ${right}.`);
  }
}

function createWildcard({ protocol, port, hostname }: URL, belowName: boolean): (url: URL) => boolean {
  const suffix = hostname.slice('any'.length);
  return (url) =>
    url.protocol === protocol &&
    url.port === port &&
    (!belowName || (url.hostname.endsWith(suffix) && url.hostname.length > suffix.length));
}
