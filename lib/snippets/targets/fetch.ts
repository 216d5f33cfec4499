import {
  fetchHeaders,
  fetchRemarks,
  objectLiteral,
  quoteJavaScript,
  toFetchBody,
  toHeadersLiteral,
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
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(headers.length > 0 ? [`headers: ${toHeadersLiteral(headers, '  ')}`] : []),
      ...toFetchBody(message).map((code) => `body: ${code}`),
    ];
    const call = `const response = await fetch(${quoteJavaScript(origin + target)}`;
    const init = properties.length > 0 ? `, ${objectLiteral(properties, '', call.length + 2)}` : '';
    return withRemarks(
      fetchRemarks(message),
      `${call}${init});\nconsole.log(response.status, await response.text());\n`,
    );
  },
} as const satisfies Target;
