import {
  fetchHeaders,
  fetchRemarks,
  quoteJavaScript,
  toFetchBody,
  toHeadersLiteral,
  withProperties,
} from '../languages/javascript.js';
import { withRemarks, type Target } from '../target.js';

/** A call of `fetch`, for browsers, Node, Deno and Bun. */
export const fetch = {
  target: 'fetch',
  label: 'JavaScript (fetch)',
  language: 'javascript',
  file: 'request.mjs',
  convert(message) {
    const { method, origin, target } = message;
    const headers = fetchHeaders(message);
    const properties = [
      method !== 'GET' && `method: '${method}'`,
      headers.length > 0 && `headers: ${toHeadersLiteral(headers, '  ')}`,
      ...toFetchBody(message).map((code) => `body: ${code}`),
    ];
    const call = withProperties(`const response = await fetch(${quoteJavaScript(origin + target)}`, properties);
    return withRemarks(fetchRemarks(message), `${call});\nconsole.log(response.status, await response.text());\n`);
  },
} as const satisfies Target;
