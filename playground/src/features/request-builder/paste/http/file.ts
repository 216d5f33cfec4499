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

/** The lines by which `###` separates requests: a request or the end follows. Bodies have headings in Markdown. */
function findSeparators(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let next: string | undefined;
  for (const [back, line] of lines.toReversed().entries()) {
    const index = lines.length - 1 - back;
    const title = SEPARATOR.exec(line)?.[1];
    const isFollowed =
      next === undefined ? title === '' || index === 0 : isStart(next) || BARE_URL.test(next) || next.startsWith('<');
    if (title !== undefined && isFollowed) found.add(index);
    if (line.trim() !== '' && !isSkipped(line)) next = line;
  }
  return found;
}

/** A request while it is read. */
const createDraft = () => ({
  name: '',
  lines: new Array<string>(),
  body: new Array<string>(),
  notes: new Array<string>(),
  isScripted: false,
});

/** The place of a line in its request. */
type Place = 'before' | 'script' | 'head' | 'body' | 'after';

/** The characters that variables may add to a file. */
const MAX_ADDED = 1_000_000;

class FileReader {
  readonly messages: Message[] = [];
  readonly variables = new Map<string, string>();
  readonly #text: readonly string[];
  readonly #separators: ReadonlySet<number>;
  #place: Place = 'before';
  #now = createDraft();
  #added = 0;

  constructor(text: string) {
    this.#text = text.split(/\r?\n/);
    this.#separators = findSeparators(this.#text);
  }

  /** Whether only `###` separates requests. */
  get #isSeparated(): boolean {
    return this.#separators.size > 0;
  }

  #end(): void {
    const { lines, body } = this.#now;
    const content = body.find((line) => line.trim() !== '' && !COMMENT.test(line)) ?? '{';
    if (!this.#isSeparated && JSON_START.test(content))
      while (/^\s*(?:#.*|\/\/.*)?$/.test(body.at(-1) ?? 'x')) body.pop();
    if (lines.length > 0) this.messages.push({ ...this.#now, body: body.join('\n') });
    this.#now = createDraft();
    this.#place = 'before';
  }

  #start(line: string): void {
    if (this.#place !== 'before') this.#end();
    this.#now.lines = [line];
    this.#place = 'head';
  }

  #before(line: string): void {
    const [, variable, value = ''] = VARIABLE_LINE.exec(line) ?? [];
    const isFile = this.#isSeparated || this.variables.size > 0;
    this.#now.name = NAME.exec(line)?.[1] ?? this.#now.name;
    if (variable !== undefined) this.variables.set(variable, value.trim());
    else if (SCRIPT.test(line)) {
      this.#now.isScripted = true;
      if (line.includes('{%') && !SCRIPT_END.test(line)) this.#place = 'script';
    } else if (isStart(line) || (isFile && BARE_URL.test(line))) this.#start(line);
    else if (RESPONSE.test(line)) this.#place = 'after';
    else if (line.trim() !== '' && !COMMENT.test(line))
      throw new UnreadableError(
        `“${line.trim().slice(0, 60)}” isn’t the first line of a request; \`###\` separates requests.`,
      );
  }

  #head(line: string): void {
    const { lines, body } = this.#now;
    if (line.trim() === '') this.#place = 'body';
    else if (/^\s*[?&]\S|^\s+\/?[\w{][^:]*$/.test(line) && lines.length === 1) lines[0] += line.trim();
    else if (JSON_START.test(line)) {
      this.#place = 'body';
      body.push(line);
    } else if (!COMMENT.test(line)) lines.push(line);
  }

  #body(line: string): void {
    const { body, notes } = this.#now;
    const isResponse = RESPONSE.test(line) && (body.at(-1) ?? '').trim() === '';
    if (isResponse) notes.push('The response isn’t read.');
    else if (HANDLER.test(line)) notes.push('Scripts and files for the response aren’t read.');
    if (isResponse || HANDLER.test(line)) this.#place = 'after';
    else body.push(line);
  }

  /** Whether a line begins another request without a separator: after a blank line, a comment or the end of JSON in a body. */
  #isNext(line: string): boolean {
    if (this.#isSeparated || this.#place === 'before' || !isRequestLine(line)) return false;
    return this.#place !== 'body' || /^\s*$|[}\]"]\s*$|^\s*(?:#|\/\/)/.test(this.#now.body.at(-1) ?? '');
  }

  #read(line: string, index: number): void {
    if (this.#place === 'script') this.#place = SCRIPT_END.test(line) ? 'before' : 'script';
    else if (this.#separators.has(index)) {
      this.#end();
      this.#now.name = SEPARATOR.exec(line)?.[1] ?? '';
    } else if (this.#isNext(line)) this.#start(line);
    else if (this.#place === 'before') this.#before(line);
    else if (this.#place === 'head') this.#head(line);
    else if (this.#place === 'body') this.#body(line);
  }

  /** A text with the values of the file’s variables, which may have others. */
  #fill(text: string, depth = 0): string {
    const filled = text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => {
      const value = this.variables.get(name);
      this.#added += value?.length ?? 0;
      if (this.#added > MAX_ADDED) throw new UnreadableError('The variables of the file are too long.');
      return value ?? whole;
    });
    return filled === text || depth > 10 ? filled : this.#fill(filled, depth + 1);
  }

  read(): readonly Message[] {
    for (const [index, line] of this.#text.entries()) this.#read(line, index);
    this.#end();
    return this.messages.map(({ lines, body, ...message }) => ({
      ...message,
      lines: lines.map((line) => this.#fill(line)),
      body: this.#fill(body),
    }));
  }
}

/** Reads all requests of a text, with `{{name}}` for what its variables don’t have. */
export function readHttpText(text: string): Findings {
  const messages = new FileReader(text).read();
  if (messages.length === 0 && RESPONSE.test(first(text.slice(0, 2000))))
    throw new UnreadableError('This is a response; paste the request before it.');
  return { requests: messages.map(readMessage) };
}
