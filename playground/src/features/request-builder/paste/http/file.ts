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
const findFirst = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replaceAll(/^<\s*\{%[^]*?%\}/gm, '')
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !isSkipped(line) && !SCRIPT.test(line)) ?? '';

/** Whether the first line of a text is that of a request, or of a response; a line alone is a route. */
export function isHttpText(text: string): boolean {
  const line = findFirst(text);
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

/** A line that goes on with the URL. */
const CONTINUATION = /^\s*[?&]\S|^\s+\/?[\w{][^:]*$/;
/** The end of a body without a separator: a blank line, a comment or the end of JSON. */
const BODY_END = /^\s*$|[}\]"]\s*$|^\s*(?:#|\/\/)/;

const isBlank = (line: string) => line.trim() === '';
const isWritten = (line: string) => !COMMENT.test(line);

/** Reads the requests of a block: only one if blocks separate them; adds its variables to those of the file. */
function readBlock(
  { lines, ...block }: Block,
  isSeparated: boolean,
  variables: Map<string, string>,
): readonly Message[] {
  const messages: Message[] = [];
  const isNext = (line: string) => !isSeparated && isRequestLine(line);
  let { name } = block;
  let at = 0;
  /** Takes the lines before one that ends them; a condition gets the line before it too, which the first one hasn’t. */
  const takeUntil = (isEnd: (line: string, before: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && !isEnd(lines[at] ?? '', at === start ? '' : (lines[at - 1] ?? ''))) at += 1;
    return lines.slice(start, at);
  };
  for (; at < lines.length; takeUntil(isNext), name = '') {
    let isScripted = false;
    let isScript = false;
    takeUntil((line) => {
      const isStarted = !isScript && SCRIPT.test(line);
      isScripted ||= isStarted;
      if (isScript || isStarted) {
        isScript = (isScript || line.includes('{%')) && !SCRIPT_END.test(line);
        return false;
      }
      name = NAME.exec(line)?.[1] ?? name;
      const [, variable, value = ''] = VARIABLE_LINE.exec(line) ?? [];
      if (variable !== undefined) variables.set(variable, value.trim());
      return !isBlank(line) && !isSkipped(line);
    });
    const isFile = isSeparated || variables.size > 0;
    const first = lines[at];
    if (first === undefined || RESPONSE.test(first)) continue;
    if (!isStart(first) && !(isFile && BARE_URL.test(first)))
      throw new UnreadableError(
        `“${first.trim().slice(0, 60)}” isn’t the first line of a request; \`###\` separates requests.`,
      );
    at += 1;
    const others = takeUntil((line) => isWritten(line) && !CONTINUATION.test(line)).filter(isWritten);
    const head = takeUntil((line) => isBlank(line) || JSON_START.test(line) || isNext(line)).filter(isWritten);
    if (isBlank(lines[at] ?? 'end')) at += 1;
    const isResponse = (line: string, before: string) => RESPONSE.test(line) && isBlank(before);
    const body = takeUntil(
      (line, before) => isResponse(line, before) || HANDLER.test(line) || (isNext(line) && BODY_END.test(before)),
    );
    const notes: string[] = [];
    const end = lines[at] ?? '';
    if (RESPONSE.test(end)) notes.push('The response isn’t read.');
    else if (HANDLER.test(end)) notes.push('Scripts and files for the response aren’t read.');
    const isJson = JSON_START.test(body.find((line) => !isBlank(line) && isWritten(line)) ?? '{');
    if (!isSeparated && isJson) while (/^\s*(?:#.*|\/\/.*)?$/.test(body.at(-1) ?? 'x')) body.pop();
    if (isFile && !isJson && !body.every(isWritten))
      notes.push('Lines of the body that begin with `#` or `//` are kept; some editors leave them out.');
    const line = [first, ...others.map((other) => other.trim())].join('');
    messages.push({ name, lines: [line, ...head], body: body.join('\n'), notes, isScripted });
  }
  return messages;
}

/** The characters that variables may add to a file. */
const MAX_ADDED = 1_000_000;

/** Reads all requests of a text, with `{{name}}` for what its variables don’t have. */
export function readHttpText(text: string): Findings {
  const blocks = splitBlocks(text.split(/\r?\n/));
  const variables = new Map<string, string>();
  const messages = blocks.flatMap((block) => readBlock(block, blocks.length > 1, variables));
  if (messages.length === 0 && RESPONSE.test(findFirst(text.slice(0, 2000))))
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
