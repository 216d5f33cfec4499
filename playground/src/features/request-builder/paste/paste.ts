import type { Form, Unread } from '../model/form.js';
import { readCollectionApart } from './collections/thread.js';
import { readCurl } from './commands/curl.js';
import { listDifferences } from './compare.js';
import { enterForm } from './credentials.js';
import { fillFormFromRequest, fillFormFromSettings, openForm } from './fill-form.js';
import { isCall, readCalls } from './calls/read.js';
import { isHttpText, readHttpText } from './http/file.js';
import { UnreadableError, type Findings, type Found, type PastedRequest, type Reading } from './reading.js';
import { isPowerShell, nameOtherClient } from './other-clients.js';
import { mapTexts, openQuery, replaceAngled, unmark, writeNames } from './variables.js';

/** A text that isn't read, and the reason. */
export interface Refusal {
  /** One sentence. */
  readonly refusal: string;
}

type FindingsOfKind = Findings & { readonly kind?: string | undefined };

/** A format that is read: a check of the text, and the reader. */
interface Format {
  readonly kind: string;
  readonly detect: (text: string) => boolean;
  readonly read: (text: string) => FindingsOfKind | Promise<FindingsOfKind>;
  /** Whether whitespace at the end of the text counts. */
  readonly whole?: true;
}

/** curl as the program of a command, after a prompt, assignments or another command. */
const CURL =
  /(?:^|[\n;|&({]|&&|\b(?:then|do|else)\s)[ \t]*(?:[$%>#][ \t]+|(?:PS )?[A-Z]:\\[^>\n]*>[ \t]*)?(?:(?:sudo|time|env|\w+=\S*)[ \t]+)*(?:[^\s'"]*[/\\])?curl(?:\.exe)?(?:\s|\\\r?\n|$)/m;

const POWERSHELL = 'PowerShell isn’t read; copy the request as cURL (bash) instead.';

/** The list of formats; the first whose reader finds a request counts. */
const FORMATS: readonly Format[] = [
  // Its first line decides: its body may have anything.
  { kind: 'HTTP message', detect: isHttpText, read: readHttpText, whole: true },
  {
    kind: 'PowerShell',
    detect: isPowerShell,
    read: () => {
      throw new UnreadableError(POWERSHELL);
    },
  },
  { kind: 'curl command', detect: (text) => CURL.test(text), read: readCurl },
  { kind: 'call', detect: isCall, read: readCalls },
];

/** The first characters decide about the format. */
const START = 20_000;
/** The readers of commands and code are for what people write. */
const MAX_LENGTH = 300_000;

/** Sentence for a text in which no request is found. */
const NOTHING =
  'No request was found; the playground reads URLs, curl and console commands, HTTP messages and `.http` files, HAR, Postman collections, and calls of `fetch`, `axios`, `octokit.request` and `endpoint`.';
/** Files of other tools, whose scripts and documentation may have commands and calls: Bruno, OpenCollection, Insomnia. */
const OTHER_FILE =
  /^(?:(?:meta|get|post|put|patch|delete|head|options)\s*\{|(?:opencollection|info)\s*:|type\s*:\s*collection\.insomnia)/;
const OPENAPI = /^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;

/** Methods without a body. */
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What a form can have of a request: neither the builder nor `fetch` sends a body with GET. */
function limit(found: Found, isRecord: boolean): Found {
  if (!('request' in found)) return found;
  const { body, ...request } = isRecord ? found.request : mapTexts(found.request, replaceAngled);
  const unread: Unread[] = [...found.unread];
  const method = request.method.toUpperCase();
  const isDropped = body !== undefined && BODILESS.has(method);
  if (isDropped) unread.push({ path: ['data'], note: `The body is left out: ${method} has none in the builder.` });
  const headers = request.headers.filter(([name]) => !isDropped || name.toLowerCase() !== 'content-type');
  return { ...found, request: { ...request, headers, ...(body !== undefined && !isDropped && { body }) }, unread };
}

/** Makes a value when it is read for the first time. */
function defer<T>(make: () => T): () => T {
  let made: [T] | undefined;
  return () => (made ??= [make()])[0];
}

/** A request of a text, whose form is made when it is asked for: a collection may have thousands. */
function createRequest(source: Found, kind: string, base: Form): PastedRequest {
  // A HAR is a record: it has the values of all variables.
  const isRecord = kind === 'HAR';
  const found = limit(source, isRecord);
  const { name = '', folder = [], instead } = found;
  const { method, url } =
    'request' in found
      ? found.request
      : { method: /^[a-z]+(?=\s)/i.exec(found.route)?.[0] ?? 'GET', url: found.route.replace(/^[a-z]+\s+/i, '') };
  const fill = defer(() =>
    'request' in found ? fillFormFromRequest(found.request, base) : fillFormFromSettings(found, base),
  );
  const open = defer(() => (isRecord ? { ...fill(), unresolved: [], unread: [] } : openForm(fill())));
  const compare = defer(() =>
    // An incomplete request differs anyhow.
    'request' in found && !(found.request.exact === true && found.unread.length > 0)
      ? listDifferences(found.request, fill())
      : [],
  );
  const unread = defer(() => [...found.unread, ...compare().filter(({ harmless }) => !harmless)]);
  /** Sentences about the text and the form. */
  const describe = defer(() => {
    const assumed = [...found.notes, ...compare().flatMap(({ note, harmless }) => (harmless ? note : []))];
    return [...new Set([...unread().map(({ note }) => note), ...assumed].map(unmark))];
  });
  const form = defer(() =>
    unread().length > 0
      ? { ...open(), unread: unread().map(({ path, note }) => ({ path, note: unmark(note) })) }
      : open(),
  );
  return {
    name,
    folder,
    method: unmark(method.toUpperCase()),
    url: unmark(url),
    instead,
    get form() {
      return form();
    },
    enter: (surroundings) => enterForm(form(), surroundings),
    get unread() {
      return unread();
    },
    get notes() {
      const { unresolved } = open();
      if (unresolved.length === 0) return describe();
      return [...describe(), `Values to enter in the form: ${writeNames(unresolved)}.`];
    },
    get incomplete() {
      return unread().length > 0 || open().unresolved.length > 0;
    },
  };
}

/** A URL, or one that a variable begins, with or without a method. */
const URL_ALONE = /^(?:([a-z]+)\s+(?=\{\{))?((?:https?:\/\/|\{\{[^{}]*\}\})(?:\{\{[^{}]*\}\}|(?!\{\{[^{}]*\}\})\S)*)$/i;

async function findRequests(source: string): Promise<(FindingsOfKind & { readonly kind: string }) | undefined> {
  const text = source.trim();
  const [, method = 'GET', url] = URL_ALONE.exec(text) ?? [];
  if (url !== undefined)
    return {
      kind: 'URL',
      requests: [{ request: { method, url: openQuery(url), headers: [] }, unread: [], notes: [] }],
    };
  if (/^\s*[[{]/.test(text)) {
    const findings = await readCollectionApart(text);
    if (findings !== undefined) return findings.kind === undefined ? undefined : { ...findings, kind: findings.kind };
  }
  if (text.length > MAX_LENGTH)
    throw new UnreadableError(`A text that isn’t JSON may have at most ${MAX_LENGTH.toLocaleString('en')} characters.`);
  if (OTHER_FILE.test(text)) return undefined;
  const start = text.slice(0, START);
  for (const { kind, detect, read, whole } of FORMATS) {
    if (!detect(start)) continue;
    const findings = await read(whole === true ? source.trimStart() : text);
    if (findings.requests.length > 0) return { ...findings, kind: findings.kind ?? kind };
    if (findings.notes !== undefined && findings.notes.length > 0)
      throw new UnreadableError([NOTHING, ...findings.notes].join(' '));
  }
  return undefined;
}

/**
 * Reads the requests of a text: URLs, commands, calls, messages and collections.
 *
 * @param form the form that settings of the builder are taken from where the text has none
 * @param fileName the name of the file, for the refusal
 */
export async function readPasted(text: string, form: Form, fileName = ''): Promise<Reading | Refusal> {
  try {
    const found = await findRequests(text.replace(/^\ufeff/, ''));
    if (found !== undefined) {
      const { kind, requests, notes = [] } = found;
      if (requests.length === 0) return { refusal: [`The ${kind} has no request.`, ...notes].join(' ') };
      return { kind, notes: notes.map(unmark), requests: requests.map((each) => createRequest(each, kind, form)) };
    }
    const isDocument = OPENAPI.test(text.slice(0, 2000));
    return {
      refusal: isDocument
        ? 'This is an OpenAPI document: load it in the catalogue.'
        : [(fileName === '' ? '' : `${fileName}: `) + NOTHING, nameOtherClient(text.slice(0, START)) ?? '']
            .join(' ')
            .trim(),
    };
  } catch (error) {
    // Deeply nested texts exceed the stack.
    if (error instanceof UnreadableError) return { refusal: unmark(error.message) };
    if (error instanceof RangeError) return { refusal: `The text is nested too deeply: ${error.message}.` };
    throw error;
  }
}
