import type { RequestOptions } from '../../options.js';
import { absoluteUrl, toMessage, type Message } from '../../adapters/message.js';
import { changesOfSending, changesPath, changesQuery } from '../clients/requests.js';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const ESCAPED = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text as a string literal of Python 3. */
export function quotePython(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(ESCAPED, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return (
      ESCAPES[character] ??
      (code <= 0xff
        ? `\\x${hex.padStart(2, '0')}`
        : code <= 0xffff
          ? `\\u${hex.padStart(4, '0')}`
          : `\\U${hex.padStart(8, '0')}`)
    );
  });
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
}

/** Text that is not ASCII as bytes: what requests makes of a `str` depends on where it stands and on the version. */
// oxlint-disable-next-line no-control-regex -- ASCII is what is meant
const toData = (text: string): string => quotePython(text) + (/[^\0-\x7f]/.test(text) ? '.encode()' : '');

function headerLines({ headers }: Message): string[] {
  const names = new Set(headers.map(([name]) => name));
  // requests and urllib3 have defaults of their own; None leaves those of requests out, SKIP_HEADER those of both.
  const absent = [
    ...(names.has('accept') ? [] : [`'accept': None,`]),
    ...['user-agent', 'accept-encoding'].filter((name) => !names.has(name)).map((name) => `'${name}': SKIP_HEADER,`),
  ];
  return [...headers.map(([name, value]) => `${quotePython(name)}: ${toData(value)},`), ...absent];
}

const indented = (lines: readonly string[], indent: string): string[] => lines.map((line) => indent + line);

/** A script for Python 3 with the library `requests`. */
export function toPython(request: RequestOptions): string {
  const message = toMessage(request, 'a snippet');
  const { method, target, body } = message;
  const url = quotePython(absoluteUrl(message, 'requests'));
  const fields = headerLines(message);
  const asArguments = [
    'headers={',
    ...indented(fields, '    '),
    '},',
    ...(body ? [`data=${toData(body.text)},`] : []),
    'auth=lambda request: request,  # or else requests would look for credentials in ~/.netrc',
  ];
  const changes = changesOfSending(target);
  const head = [
    ...(changes.length > 0 ? [`# requests changes the url, it sends ${changes.join(', ')}.`] : []),
    'import requests',
    ...(fields.some((line) => line.endsWith(': SKIP_HEADER,')) ? ['from urllib3.util import SKIP_HEADER'] : []),
    '',
  ];
  const call =
    changesPath(target) || changesQuery(target)
      ? [
          'session = requests.Session()',
          'prepared = session.prepare_request(',
          '    requests.Request(',
          ...indented([`'${method}',`, `${url},`, ...asArguments], '        '),
          '    )',
          ')',
          `prepared.url = ${url}  # as it is: requests has normalised it`,
          'response = session.send(prepared)',
        ]
      : [`response = requests.${method.toLowerCase()}(`, ...indented([`${url},`, ...asArguments], '    '), ')'];
  return [...head, ...call, 'print(response.status_code, response.text)', ''].join('\n');
}
