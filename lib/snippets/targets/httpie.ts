import { absoluteUrl, failField, listAbsent, readFields, type Message, type TextBody } from '../../adapters/message.js';
import { needsStdin, printBody, quoteShell, toCommand, toHereDocument } from '../languages/shell.js';
import type { Target } from '../target.js';
import { changesPath, changesQuery, listSendingChanges } from './python.js';

/** Item syntax has no way to write an odd number of backslashes before one of these. */
const UNWRITABLE = /(?:^|[^\\])(?:\\\\)*\\[:;=@]/;
/** Whitespace beyond ASCII that Python strips from both ends. */
const PYTHON_SPACE =
  /^[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;
/** File descriptors that a POSIX shell can redirect, except the standard ones. */
const FIRST_DESCRIPTOR = 3;
const LAST_DESCRIPTOR = 9;

/** A value of an item: HTTPie would take name:=value for JSON and name=@value for a file. */
const escapeValue = (value: string) => value.replace(/^[=@]/, '\\$&');

/** A name that needs no escapes, and isn't taken for an option. */
const PLAIN_NAME = /^[\w[\].][\w[\].-]*$/;

/** An item for each field of a form; undefined where HTTPie would read or order one differently. */
function fieldItems(body: TextBody) {
  const fields = readFields(body);
  const names = fields.map(([name]) => name);
  // HTTPie sends the fields of one name together.
  const isGrouped = names.every((name, index) => names.indexOf(name) === index || names[index - 1] === name);
  const isWritable = fields.every(
    ([name, value]) => PLAIN_NAME.test(name) && !UNWRITABLE.test(value) && !value.includes('\0'),
  );
  if (!fields.length || !isGrouped || !isWritable) return undefined;
  return fields.map(([name, value]) => quoteShell(`${name}=${escapeValue(value)}`));
}

/** Items of the command, and the here-documents that they read through file descriptors. */
function toItems(message: Message) {
  const redirections: string[] = [];
  let documents = '';
  const words = message.headers.map(([name, value]) => {
    if (!UNWRITABLE.test(value)) return quoteShell(value ? `${name}:${escapeValue(value)}` : `${name};`);
    const descriptor = FIRST_DESCRIPTOR + redirections.length;
    if (descriptor > LAST_DESCRIPTOR)
      failField(name, "HTTPie can't take more values with a backslash before : ; = or @; leave this one out");
    redirections.push(`${descriptor}<<END${descriptor}`);
    documents += `${toHereDocument(value)}\nEND${descriptor}\n`;
    return quoteShell(`${name}:@/dev/fd/${descriptor}`);
  });
  // HTTPie, requests below it, and the standard library below that add them.
  const added = ['accept', 'user-agent', 'accept-encoding', message.body && 'content-type'];
  words.push(...listAbsent(message, added).map((name) => `${name}:`));
  return { words, redirections, documents };
}

function listRemarks({ target, headers }: Message) {
  const changes = listSendingChanges(target);
  if (changesQuery(target)) changes.unshift('unreserved characters of the query decoded');
  return [
    changes.length > 0 && `HTTPie changes the url and sends ${changes.join(', ')}.`,
    headers.some(([, value]) => PYTHON_SPACE.test(value)) && 'HTTPie removes the Unicode spaces around header values.',
  ];
}

/** A command for HTTPie, in a POSIX shell. */
export const httpie = {
  target: 'httpie',
  label: 'HTTPie',
  language: 'shell',
  file: 'request.sh',
  redirects: 'with --follow, HTTPie drops the body at 301, and sends GET at 302 and 303.',
  convert(message) {
    const { method, target, body } = message;
    const url = absoluteUrl(message, 'HTTPie');
    const { words, redirections, documents } = toItems(message);
    // argparse takes an option's value `--` for the end of the options.
    const throughStdin = body && (needsStdin(body) || body.text === '--');
    const items = throughStdin || !body ? undefined : fieldItems(body);
    const options = (items ? ' --form' : '') + (changesPath(target) ? ' --path-as-is' : '');
    const lines = [
      throughStdin
        ? `${printBody(body)} | http --ignore-netrc${options}`
        : `http --ignore-stdin --ignore-netrc${options}`,
      body && !throughStdin && !items && `--raw=${quoteShell(body.text)}`,
      // A field's name may begin with a dash.
      `${words.some((word) => /^'?-/.test(word)) ? '-- ' : ''}${method} ${quoteShell(url)}`,
      ...words,
      ...(items ?? []),
      redirections.join(' '),
    ];
    return toCommand(lines, listRemarks(message)) + documents;
  },
} as const satisfies Target;
