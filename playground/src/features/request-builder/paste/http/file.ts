/** Texts with requests of HTTP: messages, `.http` files of editors, and commands for the console of OpenSearch and Elasticsearch. */
import { UnreadableError, type Findings } from '../reading.js';
import { isRequestLine, JSON_START, PSEUDO_HEADER, readMessage, type Message } from './message.js';

const RESPONSE = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b/;
const SEPARATOR = /^###+[ \t]*(.*)$/;
const COMMENT = /^\s*(?:#|\/\/)/;
const NAME = /^\s*(?:#|\/\/)\s*@name\s+(\S+)/;
const VARIABLE_LINE = /^@([\w.-]+)\s*:?=\s*(.*)$/;
/** A script, or a file with one. */
const SCRIPT = /^<\s+(?:\{%|\S+\.js\s*$)/;
const SCRIPT_END = /%\}\s*$/;
/** A script or a file for the response. */
const HANDLER = /^(?:>\s*(?:\{%|\S+\.js\s*$)|>>!?\s|<>\s)/;
/** The url of a request without a method, which only files have. */
const BARE_URL = /^(?:https?:\/\/|\{\{)\S+$/;

const isSkipped = (line: string) => COMMENT.test(line) || VARIABLE_LINE.test(line);
const isStart = (line: string) => isRequestLine(line) || PSEUDO_HEADER.test(line);

/** The first line besides comments, variables and scripts. */
const first = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replaceAll(/^<\s*\{%[^]*?%\}/gm, '')
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !isSkipped(line) && !SCRIPT.test(line)) ?? '';

/** Whether the first line of a text is that of a request, or of a response; a line alone is a route. */
export function isHttpText(text: string): boolean {
  const line = first(text);
  if (/^[^\n]*$/.test(text.trim()) && !/HTTP\/\d/.test(text)) return false;
  const isFile = /^(?:###|@[\w.-]+\s*=)/m.test(text);
  return isStart(line) || RESPONSE.test(line) || (isFile && BARE_URL.test(line));
}

interface Block {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The blocks of a file, which `###` separates if a request or the end follows: bodies have headings in Markdown. */
function splitBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let block: string[] = [];
  let next: string | undefined;
  for (const [back, line] of lines.toReversed().entries()) {
    const name = SEPARATOR.exec(line)?.[1];
    const isFollowed =
      next === undefined
        ? name === '' || back === lines.length - 1
        : isStart(next) || BARE_URL.test(next) || next.startsWith('<');
    if (name !== undefined && isFollowed) {
      blocks.push({ name, lines: block.toReversed() });
      block = [];
    } else block.push(line);
    if (line.trim() !== '' && !isSkipped(line)) next = line;
  }
  return [...blocks, { name: '', lines: block.toReversed() }].toReversed();
}

/** The place of a line in its request. */
type Place = 'before' | 'script' | 'head' | 'body' | 'after';

/** A request while it is read. */
const createDraft = (name: string) => ({
  name,
  lines: [''],
  body: [] as string[],
  notes: [] as string[],
  isScripted: false,
});

type MessageDraft = ReturnType<typeof createDraft>;

/** Reads a line before a request; `isFile` if a URL alone begins one. */
function readBefore(draft: MessageDraft, line: string, isFile: boolean): Place {
  draft.name = NAME.exec(line)?.[1] ?? draft.name;
  if (SCRIPT.test(line)) {
    draft.isScripted = true;
    return line.includes('{%') && !SCRIPT_END.test(line) ? 'script' : 'before';
  }
  if (isStart(line) || (isFile && BARE_URL.test(line))) {
    draft.lines = [line];
    return 'head';
  }
  if (RESPONSE.test(line)) return 'after';
  if (line.trim() === '' || isSkipped(line)) return 'before';
  throw new UnreadableError(
    `“${line.trim().slice(0, 60)}” isn’t the first line of a request; \`###\` separates requests.`,
  );
}

function readHead({ lines, body }: MessageDraft, line: string): Place {
  if (line.trim() === '') return 'body';
  if (/^\s*[?&]\S|^\s+\/?[\w{][^:]*$/.test(line) && lines.length === 1) lines[0] += line.trim();
  else if (JSON_START.test(line)) {
    body.push(line);
    return 'body';
  } else if (!COMMENT.test(line)) lines.push(line);
  return 'head';
}

function readBody({ body, notes }: MessageDraft, line: string): Place {
  const isResponse = RESPONSE.test(line) && (body.at(-1) ?? '').trim() === '';
  if (isResponse || HANDLER.test(line)) {
    notes.push(isResponse ? 'The response isn’t read.' : 'Scripts and files for the response aren’t read.');
    return 'after';
  }
  body.push(line);
  return 'body';
}

/** The end of a body without a separator: a blank line, a comment or the end of JSON. */
const BODY_END = /^\s*$|[}\]"]\s*$|^\s*(?:#|\/\/)/;

/** Reads the requests of a block: only one if blocks separate them; adds its variables to those of the file. */
function readBlock(block: Block, isSeparated: boolean, variables: Map<string, string>): readonly Message[] {
  const messages: Message[] = [];
  let draft = createDraft(block.name);
  let place: Place = 'before';
  const isFile = () => isSeparated || variables.size > 0;
  const end = () => {
    const { lines, body } = draft;
    const isJson = JSON_START.test(body.find((line) => line.trim() !== '' && !COMMENT.test(line)) ?? '{');
    if (!isSeparated && isJson) while (/^\s*(?:#.*|\/\/.*)?$/.test(body.at(-1) ?? 'x')) body.pop();
    if (isFile() && !isJson && body.some((line) => COMMENT.test(line)))
      draft.notes.push('Lines of the body that begin with `#` or `//` are kept; some editors leave them out.');
    if (lines[0] !== '') messages.push({ ...draft, body: body.join('\n') });
    draft = createDraft('');
    place = 'before';
  };
  for (const line of block.lines) {
    const mayEnd = place === 'body' ? BODY_END.test(draft.body.at(-1) ?? '') : /^(?:head|after)$/.test(place);
    if (!isSeparated && mayEnd && isRequestLine(line)) end();
    if (place === 'before') {
      const [, variable, value = ''] = VARIABLE_LINE.exec(line) ?? [];
      if (variable !== undefined) variables.set(variable, value.trim());
      place = readBefore(draft, line, isFile());
    } else if (place === 'head') place = readHead(draft, line);
    else if (place === 'body') place = readBody(draft, line);
    else if (place === 'script' && SCRIPT_END.test(line)) place = 'before';
  }
  end();
  return messages;
}

/** The characters that variables may add to a file. */
const MAX_ADDED = 1_000_000;

/** Reads all requests of a text, with `{{name}}` for what its variables don’t have. */
export function readHttpText(text: string): Findings {
  const blocks = splitBlocks(text.split(/\r?\n/));
  const variables = new Map<string, string>();
  const messages = blocks.flatMap((block) => readBlock(block, blocks.length > 1, variables));
  if (messages.length === 0 && RESPONSE.test(first(text.slice(0, 2000))))
    throw new UnreadableError('This is a response; paste the request before it.');
  let added = 0;
  /** Variables may have others in their values. */
  const fill = (source: string, depth = 0): string => {
    const filled = source.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => {
      const value = variables.get(name) ?? whole;
      added += value.length;
      if (added > MAX_ADDED) throw new UnreadableError('The variables of the file are too long.');
      return value;
    });
    return filled === source || depth > 10 ? filled : fill(filled, depth + 1);
  };
  return {
    requests: messages.map(({ lines, body, ...message }) =>
      readMessage({ ...message, lines: lines.map((line) => fill(line)), body: fill(body) }),
    ),
  };
}
