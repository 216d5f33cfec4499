import { parseJson } from '../../../../json/json.js';
import { writeBasic } from '../../model/auth.js';
import { addScheme, appendQuery, Draft, writeQuery, type Findings, type Found } from '../reading.js';
import { findCalls, type ProgramCall } from '../shells/commands.js';
import { setMember } from './members.js';

/** Options with a value that doesn't change the request. */
const IGNORED_WITH_VALUE = new Set(
  ('--print -p --history-print -P --style -s --pretty --format-options --output -o --session --session-read-only --proxy ' +
  '--max-redirects --max-headers --timeout --verify --ssl --ciphers --cert --cert-key --cert-key-pass --response-mime ' +
  '--response-charset --default-scheme --http-version --resolve --interface').split(' '),
); // prettier-ignore
const ITEM = /^((?:[^\\:=@]|\\[^])*?)(:=@|=@|:=|==|=|:|;(?=$)|@)([^]*)$/;

class HttpieDraft extends Draft {
  url: string | undefined;
  form = false;
  multipart = false;
  query: [string, string][] = [];
  fields: [string, unknown][] = [];
  files: string[] = [];
  raw: string | undefined;
  credentials: string | undefined;
  authType = 'basic';
  scheme = 'http';
  /** Whether an item is part of a body, which may be in a file. */
  data = false;
}

/** Options that change the request, by all of their names. */
const OPTIONS: Readonly<Record<string, (draft: HttpieDraft, value: string) => void>> = {
  '--auth': (draft, value) => void (draft.credentials = value),
  '-a': (draft, value) => void (draft.credentials = value),
  '--auth-type': (draft, value) => void (draft.authType = value),
  '-A': (draft, value) => void (draft.authType = value),
  '--raw': (draft, value) => void (draft.raw = value),
  '--bearer': (draft, value) => void draft.headers.push(['authorization', `Bearer ${value}`]),
};

function applyFlags(draft: HttpieDraft, word: string): void {
  if (word === '--form' || /^-\w*f/.test(word)) draft.form = true;
  if (word === '--multipart') draft.multipart = true;
  if (word === '--https') draft.scheme = 'https';
}

function readItem(draft: HttpieDraft, word: string): void {
  const [, rawName, separator, value = ''] = ITEM.exec(word) ?? [];
  if (rawName === undefined || separator === undefined) return void draft.notes.push(`“${word}” isn’t a request item.`);
  const name = rawName.replaceAll(/\\([^])/g, '$1');
  if (separator === ':') {
    // A name without a value removes a default header of HTTPie, which isn't sent from here anyway.
    if (value !== '') draft.headers.push([name, value]);
  } else if (separator === ';') draft.headers.push([name, '']);
  else if (separator === '==') draft.query.push([name, value]);
  else if (separator === '=') draft.fields.push([name, value]);
  else if (separator === ':=') {
    const json = parseJson(value);
    if (json.ok) draft.fields.push([name, json.value]);
    else if (/^\{\{.*\}\}$/.test(value)) draft.fields.push([name, value]);
    else draft.omit(`“${word}” isn’t valid JSON after :=, so it is left out.`);
  } else if (separator === '@') draft.files.push(name);
  else {
    draft.data = true;
    draft.omit(`The file ${value} with the value of “${name}” isn’t read.`);
  }
  return undefined;
}

function completeUrl(url: string, scheme: string): string {
  const local = /^:(?!\/\/)(\d+)?(\/[^]*)?$/.exec(url);
  if (local) return `${scheme}://localhost${local[1] === undefined ? '' : `:${local[1]}`}${local[2] ?? ''}`;
  return addScheme(url.replace(/^:\/\//, `${scheme}://`), scheme);
}

/** The body, with its content type. */
function assembleBody(draft: HttpieDraft, input: string | undefined): string | undefined {
  const { fields, files } = draft;
  if (draft.multipart || (draft.form && files.length > 0)) {
    draft.omitMultipart([...fields.map(([name]) => name), ...files]);
    return undefined;
  }
  if (files.length > 0) draft.omit(`The file ${files.join(', ')} with the body isn’t read.`);
  if (draft.form && fields.length > 0) {
    draft.addDefault('content-type', 'application/x-www-form-urlencoded; charset=utf-8');
    return writeQuery(fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
  }
  if (fields.length > 0) {
    draft.addDefault('accept', 'application/json, */*;q=0.5');
    draft.addDefault('content-type', 'application/json');
    const body = {};
    for (const [name, value] of fields) setMember(body, name, value);
    return JSON.stringify(body);
  }
  const text = draft.raw ?? input?.replace(/\n$/, '');
  if (text === undefined) return undefined;
  draft.addDefault(
    'content-type',
    draft.form ? 'application/x-www-form-urlencoded; charset=utf-8' : 'application/json',
  );
  return text;
}

function addCredentials(draft: HttpieDraft): void {
  const { credentials, authType } = draft;
  if (credentials === undefined) return;
  if (authType === 'bearer') draft.headers.push(['authorization', `Bearer ${credentials}`]);
  else if (authType !== 'basic' || credentials.includes('{{'))
    draft.omit(`The ${authType} credentials are left out; fill them in under “authorization”.`);
  else {
    const [, user = credentials, password = ''] = /^([^:]*):([^]*)$/.exec(credentials) ?? [];
    if (!credentials.includes(':')) draft.notes.push('The password is empty: HTTPie would ask for it.');
    draft.headers.push(['authorization', writeBasic(user, password)]);
  }
}

function readWords(draft: HttpieDraft, words: readonly string[]): void {
  let onlyItems = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // The last of several flags in one word may have a value.
    const flag = /^-\w+(\w)$/.exec(word)?.[1];
    const last = flag === undefined ? undefined : `-${flag}`;
    const [name = word, attached] = word.startsWith('--') ? word.split(/=([^]*)/) : [word];
    if (word === '--' && !onlyItems) onlyItems = true;
    else if (onlyItems || !/^-[A-Za-z-]/.test(word)) {
      // A method is upper case, or followed by a URL rather than by a request item.
      const isMethod = draft.method === undefined && draft.url === undefined && /^[A-Za-z]+$/.test(word);
      const next = words.slice(at + 1).find((each) => !each.startsWith('-'));
      if (isMethod && next !== undefined && (!/[=@]|^[\w-]+:[^/\d]/.test(next) || /^[A-Z]+$/.test(word)))
        draft.method = word;
      else if (draft.url === undefined) draft.url = word;
      else readItem(draft, word);
    } else if (Object.hasOwn(OPTIONS, name)) {
      if (attached === undefined) at += 1;
      OPTIONS[name]?.(draft, attached ?? words[at] ?? '');
    } else if (last !== undefined && Object.hasOwn(OPTIONS, last)) {
      applyFlags(draft, word);
      at += 1;
      OPTIONS[last]?.(draft, words[at] ?? '');
    } else if (last !== undefined && IGNORED_WITH_VALUE.has(last)) {
      applyFlags(draft, word);
      at += 1;
    } else if (IGNORED_WITH_VALUE.has(name)) at += attached === undefined ? 1 : 0;
    else applyFlags(draft, word);
  }
}

function readCall(call: ProgramCall): Found | undefined {
  const draft = new HttpieDraft();
  if (call.program.endsWith('s')) draft.scheme = 'https';
  readWords(draft, call.arguments);
  if (draft.url === undefined) return undefined;
  const url = appendQuery(completeUrl(draft.url, draft.scheme), writeQuery(draft.query));
  addCredentials(draft);
  const body = assembleBody(draft, call.input);
  if (call.inputFile !== undefined) draft.omit(`The file ${call.inputFile} with the body isn’t read.`);
  const { fields, files, raw } = draft;
  const sendsBody =
    [raw, call.input, call.inputFile].some((each) => each !== undefined) ||
    fields.length + files.length > 0 ||
    draft.data;
  draft.notes.push(...call.notes);
  return draft.finish(draft.method ?? (sendsBody ? 'POST' : 'GET'), url, body);
}

/** Reads the commands of HTTPie and xh in a script. */
export function readHttpie(text: string): Findings {
  return { requests: findCalls(text, /^(?:https?|xhs?)$/).flatMap((call) => readCall(call) ?? []) };
}
