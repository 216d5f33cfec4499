import { absoluteUrl, isAscii, listAbsent, readFields, type TextBody } from '../../adapters/message.js';
import { DOT_SEGMENT } from '../../request/path.js';
import { escapeFixed, quoteText, toHex } from '../languages/literals.js';
import { addLines, type Target } from '../target.js';

/*
 * The Python library `requests`, on which HTTPie is built, changes path and query. When it prepares a url, it resolves dot segments
 * and decodes unreserved characters; when it sends (urllib3), it writes triplets in upper case and encodes brackets.
 */

const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;
const LOWER_TRIPLET = /%(?:[a-f]|\d[a-f])/;

/** Whether preparing a url changes its path. */
export function changesPath(target: string) {
  const [path = ''] = target.split('?', 1);
  return DOT_SEGMENT.test(path) || ENCODED_UNRESERVED.test(path);
}

/** Whether preparing a url changes its query. */
export const changesQuery = (target: string) => ENCODED_UNRESERVED.test(target.replace(/^[^?]*/, ''));

/** The changes that sending makes in any case, in plain words. */
export const listSendingChanges = (target: string) =>
  [
    LOWER_TRIPLET.test(target) && 'percent-encoded bytes in upper case',
    /[[\]]/.test(target) && 'brackets percent-encoded',
    target.startsWith('//') && 'slashes at the start of the path as one',
    /^[^?]*\?$/.test(target) && 'no question mark without a query',
  ].filter((change) => change !== false);

const escapeCode = (code: number) => (code <= 0xff ? `\\x${toHex(code, 2)}` : escapeFixed(code));

/** The text as a string literal of Python 3. */
export const quotePython = (text: string) => quoteText(text, escapeCode);

/** Text that isn't ASCII as bytes: the encoding that requests chooses for a `str` depends on its place and on the version. */
const toData = (text: string) => quotePython(text) + (isAscii(text) ? '' : '.encode()');

/** The fields of a form: a dictionary, or pairs where a name occurs again. */
function formLines(body: TextBody) {
  const fields = readFields(body).map((field) => field.map(quotePython));
  if (!fields.length) return ['data={},'];
  const isUnique = new Set(fields.map(([name]) => name)).size === fields.length;
  const [open, close] = isUnique ? '{}' : '[]';
  return [
    `data=${open}`,
    ...fields.map(([name, value]) => (isUnique ? `    ${name}: ${value},` : `    (${name}, ${value}),`)),
    `${close},`,
  ];
}

/** A script for Python 3 with the library `requests`. */
export const python = {
  target: 'python',
  label: 'Python (requests)',
  language: 'python',
  file: 'request.py',
  redirects: 'requests drops the body at 301, and sends GET at 302 and 303.',
  convert(message) {
    const { method, target, body } = message;
    const url = quotePython(absoluteUrl(message, 'requests'));
    const skipped = listAbsent(message, ['user-agent', 'accept-encoding']);
    const asArguments = [
      `${url},`,
      'headers={',
      ...message.headers.map(([name, value]) => `    ${quotePython(name)}: ${toData(value)},`),
      // requests and urllib3 have their own defaults; None leaves out those of requests, SKIP_HEADER those of both.
      ...listAbsent(message, ['accept']).map((name) => `    '${name}': None,`),
      ...skipped.map((name) => `    '${name}': SKIP_HEADER,`),
      '},',
      ...(body?.kind === 'form' ? formLines(body) : [body && `data=${toData(body.text)},`]),
      'auth=lambda request: request,  # keeps requests from looking for credentials in ~/.netrc',
    ];
    const changes = listSendingChanges(target);
    const call =
      changesPath(target) || changesQuery(target)
        ? `session = requests.Session()
prepared = session.prepare_request(
    requests.Request(
        '${method}',${addLines('        ', asArguments)}
    )
)
prepared.url = ${url}  # undoes what preparing changed
response = session.send(prepared)`
        : `response = requests.${method === 'QUERY' ? `request(\n    'QUERY',` : `${method.toLowerCase()}(`}${addLines('    ', asArguments)}
)`;
    return `${changes.length > 0 ? `# requests changes the url and sends ${changes.join(', ')}.\n` : ''}import requests${addLines('', [skipped.length > 0 && 'from urllib3.util import SKIP_HEADER'])}

${call}
print(response.status_code, response.text)
`;
  },
} as const satisfies Target;
