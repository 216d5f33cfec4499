import { EndpointError } from '../../errors.js';
import type { RequestOptions } from '../../options.js';
import { absoluteUrl, toMessage, type Message } from '../../adapters/message.js';
import { changesOfSending, changesPath, changesQuery } from '../clients/requests.js';
import { needsStdin, printBody, quoteShell, toCommand, toHereDocument } from '../languages/shell.js';

/** Item syntax has no way to write an odd number of backslashes before one of these. */
const UNWRITABLE = /(?<!\\)(?:\\\\)*\\[:;=@]/;
/** What Python strips from both ends, beside ASCII. */
const PYTHON_SPACE =
  /^[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;
/** File descriptors that a POSIX shell can redirect, but for the standard ones. */
const FIRST_DESCRIPTOR = 3;
const LAST_DESCRIPTOR = 9;
/** Of HTTPie, of requests below it, and of the standard library below that. */
const OWN_FIELDS = ['accept', 'user-agent', 'accept-encoding'];

/** Items of the command, and the documents that they read through file descriptors. */
interface Items {
  readonly words: string[];
  readonly documents: string[];
}

function toItems({ headers, body }: Message): Items {
  const items: Items = { words: [], documents: [] };
  for (const [name, value] of headers) {
    if (UNWRITABLE.test(value)) {
      const descriptor = FIRST_DESCRIPTOR + items.documents.length;
      if (descriptor > LAST_DESCRIPTOR) {
        throw new EndpointError(
          'invalid-header',
          `header ${name}: HTTPie takes no more values that have a backslash before : ; = or @.`,
          name,
        );
      }
      items.words.push(quoteShell(`${name}:@/dev/fd/${descriptor}`));
      items.documents.push(`${descriptor}<<END${descriptor}\n${toHereDocument(value)}\nEND${descriptor}\n`);
    } else {
      // Of name:=value and name:@value, HTTPie would make JSON and the content of a file.
      items.words.push(quoteShell(value ? `${name}:${value.replace(/^[=@]/, '\\$&')}` : `${name};`));
    }
  }
  const own = body ? [...OWN_FIELDS, 'content-type'] : OWN_FIELDS;
  const names = new Set(headers.map(([name]) => name));
  items.words.push(...own.filter((name) => !names.has(name)).map((name) => `${name}:`));
  return items;
}

function remarksOf({ target, headers }: Message): string[] {
  const changes = changesOfSending(target);
  if (changesQuery(target)) changes.unshift('unreserved characters of the query decoded');
  const remarks = changes.length > 0 ? [`HTTPie changes the url, it sends ${changes.join(', ')}.`] : [];
  if (headers.some(([, value]) => PYTHON_SPACE.test(value)))
    remarks.push('HTTPie removes the Unicode spaces around header values.');
  return remarks;
}

/** A command for HTTPie, in a POSIX shell. */
export function toHttpie(request: RequestOptions): string {
  const message = toMessage(request, 'a snippet');
  const { method, target, body } = message;
  const url = absoluteUrl(message, 'HTTPie');
  const { words, documents } = toItems(message);
  // argparse takes an option's value `--` for the end of the options.
  const throughStdin = body && (needsStdin(body) || body.text === '--');
  const options = ['http', ...(throughStdin ? [] : ['--ignore-stdin']), '--ignore-netrc'];
  if (changesPath(target)) options.push('--path-as-is');
  const lines = [options.join(' ')];
  if (throughStdin) lines[0] = `${printBody(body)} | ${lines[0]}`;
  else if (body) lines.push(`--raw=${quoteShell(body.text)}`);
  // A field's name may begin with a dash.
  lines.push(`${words.some((word) => /^'?-/.test(word)) ? '-- ' : ''}${method} ${quoteShell(url)}`, ...words);
  const command = toCommand(remarksOf(message), lines);
  return documents.length === 0
    ? command
    : `${command.slice(0, -1)} \\\n  ${documents.map((document) => document.split('\n', 1)[0]).join(' ')}\n` +
        documents.map((document) => document.slice(document.indexOf('\n') + 1)).join('');
}
