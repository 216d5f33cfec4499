import { writeBasic } from '../../model/auth.js';
import { addScheme, Draft, type Findings, type Found } from '../reading.js';
import { findCalls, type ProgramCall } from '../shells/commands.js';

/** Short options with a value. */
const SHORT_WITH_VALUE = 'OoatTwQPUeDAIRXilB';
/** Long options whose value may be the next word. */
const LONG_WITH_VALUE =
  /^--(?:output-document|output-file|append-output|tries|timeout|\w+-timeout|wait|waitretry|quota|directory-prefix|limit-rate|certificate|private-key|ca-certificate|load-cookies|save-cookies|level|accept|reject|domains|cut-dirs|progress|base|execute|user-agent|referer|header|method|body-data|body-file|post-data|post-file|user|password|http-user|http-password|max-redirect|bind-address|input-file)$/;

class WgetDraft extends Draft {
  urls: string[] = [];
  body: string | undefined;
  user: string | undefined;
  password = '';
}

function omitFile(draft: WgetDraft, file: string): void {
  draft.omit(`The file ${file} with the body isn’t read.`);
}

const OPTIONS: Readonly<Record<string, (draft: WgetDraft, value: string) => void>> = {
  method: (draft, value) => void (draft.method = value),
  header: (draft, value) => {
    const [, name = '', text = ''] = /^([^:]*):([^]*)$/.exec(value) ?? [];
    if (name.trim() !== '' && text.trim() !== '') draft.headers.push([name.trim(), text.trim()]);
  },
  'post-data': (draft, value) => {
    draft.method ??= 'POST';
    draft.body = value;
  },
  'body-data': (draft, value) => void (draft.body = value),
  'post-file': (draft, value) => {
    draft.method ??= 'POST';
    omitFile(draft, value);
  },
  'body-file': omitFile,
  'user-agent': (draft, value) => void draft.headers.push(['user-agent', value]),
  U: (draft, value) => void draft.headers.push(['user-agent', value]),
  referer: (draft, value) => void draft.headers.push(['referer', value]),
  user: (draft, value) => void (draft.user = value),
  'http-user': (draft, value) => void (draft.user = value),
  password: (draft, value) => void (draft.password = value),
  'http-password': (draft, value) => void (draft.password = value),
  'load-cookies': (draft, value) => draft.omit(`The file ${value} with cookies isn’t read.`),
  spider: (draft) => void (draft.method ??= 'HEAD'),
};

function readWords(draft: WgetDraft, words: readonly string[]): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!/^-./.test(word)) draft.urls.push(word);
    else if (word.startsWith('--')) {
      const [, name = '', attached] = /^--([\w-]+)(?:=([^]*))?$/.exec(word) ?? [];
      const takesNext = attached === undefined && LONG_WITH_VALUE.test(word);
      if (takesNext) at += 1;
      OPTIONS[name]?.(draft, attached ?? (takesNext ? (words[at] ?? '') : ''));
    } else {
      // `-qO-`: several flags in one word, of which the last may be followed by its value.
      const index = [...word].findIndex((letter, position) => position > 0 && SHORT_WITH_VALUE.includes(letter));
      if (index === -1) continue;
      const attached = word.slice(index + 1);
      if (attached === '') at += 1;
      OPTIONS[word.charAt(index)]?.(draft, attached === '' ? (words[at] ?? '') : attached);
    }
  }
}

function readCall({ arguments: words, notes }: ProgramCall): Found | undefined {
  const draft = new WgetDraft();
  readWords(draft, words);
  const [first] = draft.urls;
  if (first === undefined) return undefined;
  if (draft.urls.length > 1) draft.notes.push(`Of ${draft.urls.length} URLs only the first is used.`);
  const { user, password, body } = draft;
  if (user !== undefined) {
    if (`${user}${password}`.includes('{{'))
      draft.omit('The credentials depend on variables; fill them in under “authorization”.');
    else draft.headers.push(['authorization', writeBasic(user, password)]);
  }
  if (body !== undefined) draft.addDefault('content-type', 'application/x-www-form-urlencoded');
  draft.notes.push(...notes);
  return draft.finish(draft.method ?? 'GET', addScheme(first), body);
}

/** Reads the wget commands of a script. */
export function readWget(text: string): Findings {
  return { requests: findCalls(text, /^wget2?$/).flatMap((call) => readCall(call) ?? []) };
}
