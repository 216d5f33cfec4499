import type { RequestOptions } from 'endpoint.js';
import { toFetch } from 'endpoint.js/fetch';

/** The JavaScript that sends a built request with `fetch`. JSON is a part of JavaScript (ECMA-262), so nothing needs escaping. */
export function fetchSource(request: RequestOptions): string {
  const [url, init] = toFetch(request);
  return `const response = await fetch(${JSON.stringify(url)}, ${JSON.stringify(init, null, 2)});`;
}
