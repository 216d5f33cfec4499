import { absoluteUrl, listAbsent, readFields, type Message, type TextBody } from '../../adapters/message.js';
import { DOT_SEGMENT } from '../../request/path.js';
import { needsStdin, printBody, quoteShell, toCommand } from '../languages/shell.js';
import type { Target } from '../target.js';

/** Fields that curl adds, unless an option removes them. */
const ADDED_FIELDS = ['accept', 'user-agent'];
/** Above this, curl waits a second for `100 Continue`. */
export const EXPECT_LENGTH = 1024 * 1024;

function methodOption({ method, body }: Message): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (body ? 'POST' : 'GET') ? [] : ['-X', method];
}

function fieldOptions(message: Message): string[] {
  const { method, headers, body } = message;
  const added = body ? [...ADDED_FIELDS, 'content-type'] : [...ADDED_FIELDS];
  if (body && body.text.length > EXPECT_LENGTH) added.push('expect');
  const fields = headers.map(([name, value]) => (value ? `${name}: ${value}` : `${name};`));
  // RFC 9110 section 8.6: without content, methods that expect some send a length of zero.
  if (!body && /^(?:POST|PUT|PATCH)$/.test(method)) fields.push('content-length: 0');
  fields.push(...listAbsent(message, added).map((name) => `${name}:`));
  return fields.map((field) => `-H ${quoteShell(field)}`);
}

/** An option of curl for each field of a form; undefined for a field without a name or with NUL, and without fields. */
function fieldArguments(body: TextBody): string[] | undefined {
  const fields = body.kind === 'form' ? readFields(body) : [];
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
  convert(message) {
    const { target, body } = message;
    const url = absoluteUrl(message, 'curl');
    const words = ['curl', ...methodOption(message)];
    if (/[[\]]/.test(url)) words.push('--globoff');
    if (DOT_SEGMENT.test(target)) words.push('--path-as-is');
    const lines = [[...words, quoteShell(url)].join(' '), ...fieldOptions(message)];
    if (!body) return toCommand([], lines);
    if (!needsStdin(body))
      return toCommand([], [...lines, ...(fieldArguments(body) ?? [`--data-raw ${quoteShell(body.text)}`])]);
    lines[0] = `${printBody(body)} | ${lines[0]}`;
    return toCommand([], [...lines, '--data-binary @-']);
  },
} as const satisfies Target;
