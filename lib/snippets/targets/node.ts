import { absoluteUrl } from '../../adapters/message.js';
import {
  normalizedTarget,
  toBodyCode,
  objectLiteral,
  quoteJavaScript,
  toHeadersLiteral,
} from '../languages/javascript.js';
import { addLines, type Target } from '../target.js';

/** A module for Node: unlike `fetch`, `node:http` and `node:https` add nothing and change nothing. */
export const node = {
  target: 'node',
  label: 'Node.js (node:http)',
  language: 'javascript',
  file: 'request.mjs',
  convert(message) {
    const { method, origin, target, headers, body } = message;
    const url = absoluteUrl(message, 'Node');
    // Node normalises a url, as every URL parser does, but not a path.
    const isNormal = normalizedTarget(target) === target;
    const properties = [
      !isNormal && `path: ${quoteJavaScript(target)}`,
      method !== 'GET' && `method: '${method}'`,
      // Without the length, Node would send the body of a DELETE unframed.
      `headers: ${toHeadersLiteral(headers, '  ', body ? ["'content-length': body.length"] : [])}`,
    ];
    // Bytes, because a text would change the encoding of the header fields before it from Latin-1 to UTF-8.
    const bytes = body && `Buffer.from(${toBodyCode(body, '')}${body.kind === 'form' ? '.toString()' : ''})`;
    return `import { request } from 'node:${url.startsWith('https') ? 'https' : 'http'}';
import { text } from 'node:stream/consumers';
${addLines('', [bytes && `const body = ${bytes};`])}
const options = ${objectLiteral(properties, '')};
request(${quoteJavaScript(isNormal ? url : origin)}, options, async (response) => {
  console.log(response.statusCode, await text(response));
}).end(${body ? 'body' : ''});
`;
  },
} as const satisfies Target;
