/**
 * The origin of the page or worker; undefined outside browsers. It is the text `null` where the origin is opaque, as
 * for files (HTML, "serialization of an origin").
 */
export function pageOrigin(): string | undefined {
  return (globalThis as { readonly origin?: string }).origin;
}

function refuse(host: unknown, problem: string): TypeError {
  return new TypeError(
    `host ${JSON.stringify(host)}: ${problem}. It must be like "https://api.example.com" or, for the page's own server, "".`,
  );
}

/**
 * The absolute address before `/package.Service/Method`, without a slash at its end. A relative `host` starts at the
 * root of the page's or worker's own origin. Throws `TypeError` where no call could be sent to it.
 */
export function resolveHost(host: string, origin = pageOrigin()): string {
  if (typeof host !== 'string') throw refuse(host, 'it is not a string');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(host)?.[1];
  if (scheme !== undefined && !/^https?:\/\//i.test(host)) {
    throw refuse(host, `"${scheme}:" is not http:// or https://`);
  }
  if (scheme === undefined && !/^(?:\/|$)/.test(host)) {
    throw refuse(host, 'it has neither "http://" or "https://" nor a "/" at its start');
  }
  if (scheme === undefined && (origin === undefined || origin === 'null')) {
    throw refuse(host, 'it is relative, and there is no page with an address that it could be relative to');
  }
  let url: URL;
  try {
    url = new URL(host, origin);
  } catch {
    throw refuse(host, 'it is not a URL');
  }
  if (url.username !== '' || url.password !== '') throw refuse(host, 'it holds a user name or password; use metadata');
  if (url.search !== '' || url.hash !== '') throw refuse(host, 'it has a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
