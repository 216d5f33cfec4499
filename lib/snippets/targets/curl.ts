import {
  absoluteUrl,
  byteLength,
  listAbsent,
  readFields,
  type Message,
  type TextBody,
} from '../../adapters/message.js';
import { DOT_SEGMENT } from '../../request/path.js';
import { needsStdin, printBody, quoteShell, toCommand } from '../languages/shell.js';
import type { Target } from '../target.js';

/** Above this, in bytes, curl waits a second for `100 Continue`. */
const EXPECT_LENGTH = 1024 * 1024;

function methodOption({ method, body }: Message) {
  if (method === 'HEAD') return ' --head';
  return method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`;
}

/**
 * The fields of a message in the syntax of libcurl, and without a value those that it would add.
 * @param added the fields that it adds to every request
 */
export function listFields(message: Message, added: readonly string[]) {
  const { method, headers, body } = message;
  const addedToBody = [body && 'content-type', body && byteLength(body.text) > EXPECT_LENGTH && 'expect'];
  return [
    ...headers.map(([name, value]) => (value ? `${name}: ${value}` : `${name};`)),
    // RFC 9110 section 8.6: without content, methods that expect some send a length of zero.
    ...(!body && /^(?:POST|PUT|PATCH)$/.test(method) ? ['content-length: 0'] : []),
    ...listAbsent(message, [...added, ...addedToBody]).map((name) => `${name}:`),
  ];
}

/** An option of curl for each field of a form; undefined for a field without a name or with NUL, and without fields. */
function fieldArguments(body: TextBody) {
  const fields = readFields(body);
  if (!fields.length || fields.some(([name, value]) => !name || value.includes('\0'))) return undefined;
  // curl encodes the value alone.
  return fields.map(([name, value]) => `--data-urlencode ${quoteShell(`${encodeURIComponent(name)}=${value}`)}`);
}

/** A command for curl, in a POSIX shell. */
export const curl = {
  target: 'curl',
  label: 'curl',
  language: 'shell',
  file: 'request.sh',
  redirects: 'with --location, curl drops the body at 301, 302 and 303.',
  convert(message) {
    const { target, body } = message;
    const url = absoluteUrl(message, 'curl');
    const options = (/[[\]]/.test(url) ? ' --globoff' : '') + (DOT_SEGMENT.test(target) ? ' --path-as-is' : '');
    const command = `curl${methodOption(message)}${options} ${quoteShell(url)}`;
    const fields = listFields(message, ['accept', 'user-agent']).map((field) => `-H ${quoteShell(field)}`);
    if (body && needsStdin(body)) return toCommand([`${printBody(body)} | ${command}`, ...fields, '--data-binary @-']);
    const data = body ? (fieldArguments(body) ?? [`--data-raw ${quoteShell(body.text)}`]) : [];
    return toCommand([command, ...fields, ...data]);
  },
} as const satisfies Target;
