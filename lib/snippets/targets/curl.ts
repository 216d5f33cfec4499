import type { RequestOptions } from '../../options.js';
import { absoluteUrl, toMessage, type Message } from '../../adapters/message.js';
import { needsStdin, printBody, quoteShell, toCommand } from '../languages/shell.js';

/** What curl sends by itself unless told otherwise. */
const OWN_FIELDS = ['accept', 'user-agent'];
/** Above this, curl waits a second for `100 Continue`. */
const EXPECT_LENGTH = 1024 * 1024;

function methodOption({ method, body }: Message): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (body ? 'POST' : 'GET') ? [] : ['-X', method];
}

function fieldOptions({ method, headers, body }: Message): string[] {
  const names = new Set(headers.map(([name]) => name));
  const own = body ? [...OWN_FIELDS, 'content-type'] : [...OWN_FIELDS];
  if (body && body.text.length > EXPECT_LENGTH) own.push('expect');
  const fields = headers.map(([name, value]) => (value ? `${name}: ${value}` : `${name};`));
  // RFC 9110 section 8.6: methods that expect content say that there is none.
  if (!body && /^(?:POST|PUT|PATCH)$/.test(method)) fields.push('content-length: 0');
  fields.push(...own.filter((name) => !names.has(name)).map((name) => `${name}:`));
  return fields.map((field) => `-H ${quoteShell(field)}`);
}

/** A command for curl, in a POSIX shell. */
export function toCurl(request: RequestOptions): string {
  const message = toMessage(request, 'a snippet');
  const { target, body } = message;
  const url = absoluteUrl(message, 'curl');
  const words = ['curl', ...methodOption(message)];
  if (/[[\]]/.test(url)) words.push('--globoff');
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:[/?]|$)/i.test(target)) words.push('--path-as-is');
  const lines = [[...words, quoteShell(url)].join(' '), ...fieldOptions(message)];
  if (!body) return toCommand([], lines);
  if (!needsStdin(body)) return toCommand([], [...lines, `--data-raw ${quoteShell(body.text)}`]);
  lines[0] = `${printBody(body)} | ${lines[0]}`;
  return toCommand([], [...lines, '--data-binary @-']);
}
