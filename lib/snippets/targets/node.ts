import type { RequestOptions } from '../../options.js';
import { absoluteUrl, toMessage } from '../../adapters/message.js';
import { normalizedTarget, toBodyCode } from './fetch.js';
import { objectLiteral, quoteJavaScript, toHeadersLiteral } from '../languages/javascript.js';

/** A module for Node. `node:http` and `node:https` add nothing and change nothing, as `fetch` does. */
export function toNode(request: RequestOptions): string {
  const message = toMessage(request, 'a snippet');
  const { method, origin, target, headers, body } = message;
  const url = absoluteUrl(message, 'Node');
  // Node reads a url as a URL parser does, a path it takes as it is.
  const exact = normalizedTarget(target) === target;
  const properties = [
    ...(exact ? [] : [`path: ${quoteJavaScript(target)}`]),
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    // Without the length, Node would send the body of a DELETE unframed.
    `headers: ${toHeadersLiteral(headers, '  ', body ? ["'content-length': body.length"] : [])}`,
  ];
  return [
    `import { request } from 'node:${url.startsWith('https') ? 'https' : 'http'}';`,
    "import { text } from 'node:stream/consumers';",
    '',
    // Bytes: Node would send the header fields before a text as UTF-8, and else as Latin-1.
    ...(body ? [`const body = Buffer.from(${toBodyCode(body, '')});`] : []),
    `const options = ${objectLiteral(properties, '')};`,
    `request(${quoteJavaScript(exact ? url : origin)}, options, async (response) => {`,
    '  console.log(response.statusCode, await text(response));',
    `}).end(${body ? 'body' : ''});`,
    '',
  ].join('\n');
}
