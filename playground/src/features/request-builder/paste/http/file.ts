/** Texts with requests of HTTP: messages, `.http` files of editors, and commands for the console of OpenSearch and Elasticsearch. */
import { UnreadableError, type Findings } from '../reading.js';
import { isRequestLine, JSON_START, PSEUDO_HEADER, readMessage, type Message } from './message.js';

const RESPONSE = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b/;
const SEPARATOR = /^###+[ \t]*(.*)$/;
const COMMENT = /^\s*(?:#|\/\/)/;
const NAME = /^\s*(?:#|\/\/)\s*@name\s+(\S+)/;
const VARIABLE_LINE = /^@([\w.-]+)\s*=\s*(.*)$/;
/** A script, or a file with one. */
const SCRIPT = /^<\s+(?:\{%|\S+\.js\s*$)/;
/** A script or a file for the response. */
const HANDLER = /^(?:>\s*(?:\{%|\S+\.js\s*$)|>>!?\s|<>\s)/;
/** The url of a request without a method, which only files have. */
const BARE_URL = /^(?:https?:\/\/|\{\{)\S+$/;

const isSkipped = (line: string) => COMMENT.test(line) || VARIABLE_LINE.test(line);
const isStart = (line: string) => isRequestLine(line) || PSEUDO_HEADER.test(line);

/** The first line besides comments, variables and scripts. */
const first = (text: string): string =>
  text
    .replaceAll(/\/\*[^]*?\*\/|^<\s*\{%[^]*?%\}/gm, '')
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !isSkipped(line) && !SCRIPT.test(line)) ?? '';

/** Whether the first line of a text is that of a request, or of a response; a line alone is a route. */
export function isHttpText(text: string): boolean {
  const line = first(text);
  if (/^[^\n]*$/.test(text.trim()) && !/HTTP\/\d/.test(text)) return false;
  const isFile = /^(?:###|@[\w.-]+\s*=)/m.test(text);
  return isStart(line) || RESPONSE.test(line) || (isFile && BARE_URL.test(line));
}

/** The place of a line in its request. */
type Place = 'before' | 'head' | 'body' | 'after';

class FileReader {
  readonly messages: Message[] = [];
  readonly variables = new Map<string, string>();
  /** Whether only `###` separates requests. */
  readonly isSeparated: boolean;
  #place: Place = 'before';
  #name = '';
  #isScripted = false;
  #inScript = false;
  #lines: string[] = [];
  #body: string[] = [];
  #notes: string[] = [];

  readonly #text: readonly string[];

  constructor(text: string) {
    this.#text = text.split(/\r?\n/);
    this.isSeparated = this.#text.some((_, index) => this.#isSeparator(index));
  }

  /** Whether a request or the end follows: bodies have headings in Markdown. */
  #isSeparator(index: number): boolean {
    const [, title] = SEPARATOR.exec(this.#text[index] ?? '') ?? [];
    if (title === undefined) return false;
    const next = this.#text.slice(index + 1).find((line) => line.trim() !== '' && !isSkipped(line));
    return next === undefined
      ? title === '' || index === 0
      : isStart(next) || BARE_URL.test(next) || next.startsWith('<');
  }

  #end(): void {
    const [lines, body, notes] = [this.#lines, this.#body, this.#notes];
    if (!this.isSeparated && JSON_START.test(body.find((line) => line.trim() !== '') ?? ''))
      while (body.length > 0 && /^\s*(?:#.*|\/\/.*)?$/.test(body.at(-1) ?? '')) body.pop();
    if (lines.length > 0)
      this.messages.push({ name: this.#name, lines, body: body.join('\n'), notes, isScripted: this.#isScripted });
    this.#name = '';
    this.#isScripted = false;
    [this.#lines, this.#body, this.#notes] = [[], [], []];
    this.#place = 'before';
  }

  #start(line: string): void {
    if (this.#place !== 'before') this.#end();
    this.#lines = [line];
    this.#place = 'head';
  }

  #before(line: string): void {
    const [, variable, value = ''] = VARIABLE_LINE.exec(line) ?? [];
    this.#name = NAME.exec(line)?.[1] ?? this.#name;
    if (variable !== undefined) this.variables.set(variable, value.trim());
    else if (isStart(line) || (this.#isFile && BARE_URL.test(line))) this.#start(line);
    else if (RESPONSE.test(line)) this.#place = 'after';
    else if (line.trim() !== '' && !COMMENT.test(line))
      throw new UnreadableError(
        `“${line.trim().slice(0, 60)}” isn’t the first line of a request; \`###\` separates requests.`,
      );
  }

  get #isFile(): boolean {
    return this.isSeparated || this.variables.size > 0;
  }

  #head(line: string): void {
    if (line.trim() === '') this.#place = 'body';
    else if (/^\s*[?&]\S|^\s+\/?[\w{][^:]*$/.test(line) && this.#lines.length === 1) this.#lines[0] += line.trim();
    else if (JSON_START.test(line)) {
      this.#place = 'body';
      this.#body.push(line);
    } else if (!this.isSeparated && isRequestLine(line)) this.#start(line);
    else if (!COMMENT.test(line)) this.#lines.push(line);
  }

  #inBody(line: string): void {
    const before = this.#body.at(-1) ?? '';
    if (!this.isSeparated && isRequestLine(line) && /^\s*$|[}\]"]\s*$|^\s*(?:#|\/\/)/.test(before)) this.#start(line);
    else if (HANDLER.test(line) || (RESPONSE.test(line) && before.trim() === '')) {
      this.#notes.push(
        RESPONSE.test(line) ? 'The response isn’t read.' : 'Scripts and files for the response aren’t read.',
      );
      this.#place = 'after';
    } else this.#body.push(line);
  }

  #read(line: string, index: number): void {
    const name = this.#isSeparator(index) ? SEPARATOR.exec(line)?.[1] : undefined;
    if (this.#inScript) this.#inScript = !/%\}\s*$/.test(line);
    else if (name !== undefined) {
      this.#end();
      this.#name = name;
    } else if (this.#place === 'before' && SCRIPT.test(line)) {
      this.#isScripted = true;
      this.#inScript = /\{%/.test(line) && !/%\}\s*$/.test(line);
    } else if (this.#place === 'before') this.#before(line);
    else if (this.#place === 'head') this.#head(line);
    else if (this.#place === 'body') this.#inBody(line);
    else if (!this.isSeparated && isRequestLine(line)) this.#start(line);
  }

  /** A text with the values of the file’s variables, which may have others. */
  fill(text: string, depth = 0): string {
    const filled = text.replaceAll(
      /\{\{\s*([\w.-]+)\s*\}\}/g,
      (whole, name: string) => this.variables.get(name) ?? whole,
    );
    return filled === text || depth > 10 ? filled : this.fill(filled, depth + 1);
  }

  read(): readonly Message[] {
    for (const [index, line] of this.#text.entries()) this.#read(line, index);
    this.#end();
    return this.messages.map((message) => ({
      ...message,
      lines: message.lines.map((line) => this.fill(line)),
      body: this.fill(message.body),
    }));
  }
}

/** Reads all requests of a text, with `{{name}}` for what its variables don’t have. */
export function readHttpText(text: string): Findings {
  const messages = new FileReader(text).read();
  if (messages.length === 0 && RESPONSE.test(first(text)))
    throw new UnreadableError('This is a response; paste the request before it.');
  return { requests: messages.map(readMessage) };
}
