import { absoluteUrl, listAbsent, type Message } from '../../adapters/message.js';
import { DOT_SEGMENT } from '../../request/path.js';
import { needsStdin, printBody, quoteShell, toCommand } from '../languages/shell.js';
import type { Target } from '../target.js';

/** Fields that curl adds, unless an option removes them. */
const ADDED_FIELDS = ['accept', 'user-agent'];
/** Above this, curl waits a second for `100 Continue`. */
const EXPECT_LENGTH = 1024 * 1024;

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

/** A command for curl, in a POSIX shell. */
export const curl = {
  target: 'curl',
  label: 'curl',
  language: 'shell',
  convert(message) {
    const { target, body } = message;
    const url = absoluteUrl(message, 'curl');
    const words = ['curl', ...methodOption(message)];
    if (/[[\]]/.test(url)) words.push('--globoff');
    if (DOT_SEGMENT.test(target)) words.push('--path-as-is');
    const lines = [[...words, quoteShell(url)].join(' '), ...fieldOptions(message)];
    if (!body) return toCommand([], lines);
    if (!needsStdin(body)) return toCommand([], [...lines, `--data-raw ${quoteShell(body.text)}`]);
    lines[0] = `${printBody(body)} | ${lines[0]}`;
    return toCommand([], [...lines, '--data-binary @-']);
  },
} as const satisfies Target;
