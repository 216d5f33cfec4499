import { EMPTY_FORM, type Form } from '../model/form.js';
import { readCollectionApart } from './collections/thread.js';
import { readCurl } from './commands/curl.js';
import { fillForm, openForm } from './fill-form.js';
import { isCall, readCalls } from './calls/read.js';
import { isHttpText, readHttpText } from './http/file.js';
import {
  Draft,
  refuse,
  UnreadableError,
  type Findings,
  type Found,
  type Loaded,
  type PastedRequest,
  type Reading,
  type Refusal,
} from './reading.js';
import { isPowerShell, nameOtherClient, refusePowerShell } from './other-clients.js';
import { openUrl, unmark, writeNames } from './variables.js';

// Loads with the first reading.
export { enterForm } from './credentials.js';

/** curl as the program of a command, after a prompt, assignments or another command. */
const CURL =
  /(?:^|[\n;|&({]|&&|\b(?:then|do|else)\s)[ \t]*(?:[$%>#][ \t]+|(?:PS )?[A-Z]:\\[^>\n]*>[ \t]*)?(?:(?:sudo|time|env|\w+=\S*)[ \t]+)*(?:[^\s'"]*[/\\])?curl(?:\.exe)?(?:\s|\\\r?\n|$)/m;

/** The formats that are read: a kind, a check of the text, and the reader. The first whose reader finds a request counts. */
const FORMATS: readonly (readonly [string, (text: string) => boolean, (text: string) => Findings])[] = [
  // Its first line decides: its body may have anything.
  ['HTTP message', isHttpText, readHttpText],
  ['PowerShell', isPowerShell, refusePowerShell],
  ['curl command', (text) => CURL.test(text), readCurl],
  ['call', isCall, readCalls],
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

/** The form of a request, and sentences about the text and the form. */
function load(found: Found, base: Form): Loaded {
  const filled = fillForm(found, base);
  // An incomplete request differs anyhow.
  const isCompared = found.exact !== true || found.unread.length === 0;
  const differences = isCompared ? filled : { unread: [], notes: [] };
  const unread = [...found.unread, ...differences.unread].map(({ path, note }) => ({ path, note: unmark(note) }));
  const form = found.isRecord === true ? filled.form : openForm(filled.form);
  const { unresolved } = form;
  const notes = new Set([
    ...unread.map(({ note }) => note),
    ...[...found.notes, ...differences.notes].map(unmark),
    ...(unresolved.length > 0 ? [`Values to enter in the form: ${writeNames(unresolved)}.`] : []),
  ]);
  return { form: { ...form, unread }, notes: [...notes], incomplete: unread.length + unresolved.length > 0 };
}

/** A request of a text, whose form is made when it is asked for: a collection may have thousands. */
function createRequest(found: Found, base: Form): PastedRequest {
  const { name = '', folder = [], method, url, instead } = found;
  let loaded: Loaded | undefined;
  const get = () => (loaded ??= load(found, base));
  return {
    name,
    folder,
    method: unmark(method.trim().toUpperCase() || 'GET'),
    url: unmark(url),
    instead,
    get form() {
      return get().form;
    },
    get notes() {
      return get().notes;
    },
    get incomplete() {
      return get().incomplete;
    },
  };
}

/** A URL, or one that a variable begins, with or without a method. */
const URL_ALONE = /^(?:([a-z]+)\s+(?=\{\{))?((?:https?:\/\/|\{\{[^{}]*\}\})(?:\{\{[^{}]*\}\}|(?!\{\{[^{}]*\}\})\S)*)$/i;

async function findRequests(source: string): Promise<Findings | Refusal | undefined> {
  const text = source.trim();
  const [, method = 'GET', url] = URL_ALONE.exec(text) ?? [];
  if (url !== undefined) return { kind: 'URL', requests: [new Draft().finish(method, openUrl(url))] };
  if (/^\s*[[{]/.test(text)) {
    const findings = await readCollectionApart(text);
    if (findings !== undefined) return findings;
  }
  if (text.length > MAX_LENGTH)
    throw new UnreadableError(`A text that isn’t JSON may have at most ${MAX_LENGTH.toLocaleString('en')} characters.`);
  if (OTHER_FILE.test(text)) return undefined;
  const start = text.slice(0, START);
  for (const [kind, detect, read] of FORMATS) {
    if (!detect(start)) continue;
    const { requests, notes = [], ...findings } = read(source.trimStart());
    if (requests.length > 0) return { kind, requests, notes, ...findings };
    if (notes.length > 0) throw new UnreadableError([NOTHING, ...notes].join(' '));
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
    if (found !== undefined && 'refusal' in found) return found;
    if (found?.kind === undefined) {
      if (OPENAPI.test(text.slice(0, 2000)))
        return { refusal: 'This is an OpenAPI document: load it in the catalogue.' };
      const start = (fileName === '' ? '' : `${fileName}: `) + NOTHING;
      return { refusal: `${start} ${nameOtherClient(text.slice(0, START)) ?? ''}`.trim() };
    }
    const { kind, requests, notes = [] } = found;
    if (requests.length === 0) return { refusal: [`The ${kind} has no request.`, ...notes].join(' ') };
    const { vendor, baseUrl, layers } = form;
    const base = { ...EMPTY_FORM, vendor, baseUrl, layers };
    return { kind, notes: notes.map(unmark), requests: requests.map((each) => createRequest(each, base)) };
  } catch (error) {
    return refuse(error);
  }
}
