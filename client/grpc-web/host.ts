/**
 * The origin of the page or worker; undefined outside browsers. An opaque origin, as of a file, is the text `null`
 * (HTML, "serialization of an origin").
 */
export function pageOrigin(): string | undefined {
  return (globalThis as { readonly origin?: string }).origin;
}

function refuse(host: unknown, problem: string): TypeError {
  return new TypeError(
    `host: ${JSON.stringify(host)} ${problem}; pass an address like "https://api.example.com", or "" for the page's own server.`,
  );
}

/**
 * Resolves the absolute address that precedes `/package.Service/Method`, without a trailing slash. A relative `host` starts
 * at the root of the page's or worker's origin. Throws `TypeError` if no call can be sent to it.
 */
export function resolveHost(host: string, origin = pageOrigin()): string {
  if (typeof host !== 'string') throw refuse(host, 'is not a string');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(host)?.[1];
  if (scheme !== undefined && !/^https?:\/\//i.test(host)) {
    throw refuse(host, `begins with "${scheme}:", not with http:// or https://`);
  }
  if (scheme === undefined && !/^(?:\/|$)/.test(host)) {
    throw refuse(host, 'begins with neither "http://" or "https://" nor "/"');
  }
  if (scheme === undefined && (origin === undefined || origin === 'null')) {
    throw refuse(host, 'is relative, but there is no page with an origin');
  }
  let url: URL;
  try {
    url = new URL(host, origin);
  } catch {
    throw refuse(host, 'is not a URL');
  }
  if (url.username !== '' || url.password !== '')
    throw refuse(host, 'contains a user name or password, which belong in metadata');
  if (url.search !== '' || url.hash !== '') throw refuse(host, 'has a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
