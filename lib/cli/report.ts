import type { EndpointError, EndpointOptions } from 'endpoint.js';
import { applyFix, type Explanation, type Problem } from 'endpoint.js/explain';

/** The text to show with an error, and where the text that its position refers to begins. */
export interface Source {
  readonly text: string;
  readonly offset: number;
}

/** The most characters shown on either side of the position. */
const CONTEXT = 60;
/** Characters that move the cursor, or are invisible. */
// oxlint-disable-next-line no-control-regex -- finds control characters
const UNPRINTABLE = /[\0-\u{1f}\u{7f}-\u{9f}\u{ad}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu;

/** Makes text safe in one line of a terminal. */
const printable = (text: string): string => text.replace(UNPRINTABLE, '·');

/** Formats an error for a terminal: code and message, and a caret under the position if it is known. */
export function formatError(error: EndpointError, source: Source | undefined): string {
  const report = `error ${error.code}: ${error.message.replace(UNPRINTABLE, (text) => (text === '\n' ? text : '·'))}`;
  const { position } = error;
  if (position === undefined || source === undefined) return report;
  const index = Math.min(position + source.offset, source.text.length);
  const start = Math.max(0, index - CONTEXT);
  const before = `${start > 0 ? '…' : ''}${printable(source.text.slice(start, index))}`;
  const after = printable(source.text.slice(index, index + CONTEXT));
  const rest = source.text.length > index + CONTEXT ? '…' : '';
  // One column a character, so that astral ones don't move the caret.
  return `${report}\n  ${before}${after}${rest}\n  ${' '.repeat([...before].length)}^`;
}

/** The widest first column: longer subjects have their sentence on the next line. */
const MAX_COLUMN = 32;

type Row = readonly [subject: string, sentence: string];

/** Formats sentences in a column beside their subjects. */
function formatTable(rows: readonly Row[]): string[] {
  const width = Math.max(0, ...rows.map(([subject]) => subject.length).filter((length) => length <= MAX_COLUMN));
  return rows.map(([subject, sentence]) =>
    subject.length > width
      ? `  ${subject}\n  ${' '.repeat(width)}  ${sentence}`
      : `  ${subject.padEnd(width)}  ${sentence}`,
  );
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length ? ['', title, ...lines] : [];
}

/** Formats a problem, and the route as its fix changes it. */
function formatProblem({ code, sentence, fix }: Problem, { route }: Explanation, options: EndpointOptions): string[] {
  const line = `  ${code}: ${printable(sentence)}`;
  if (!fix) return [line];
  const fixed = applyFix(route, options, fix);
  return [line, `    fix: ${printable(fix.label)}${fixed.route === route ? '' : `: ${printable(fixed.route)}`}`];
}

/** Formats an explanation for a terminal. */
export function formatExplanation(explanation: Explanation, options: EndpointOptions): string {
  const { request, url, headers, droppedHeaders, body, parameters, problem, warnings } = explanation;
  const rows = (all: readonly Row[]): string[] =>
    formatTable(all.map(([subject, sentence]) => [printable(subject), printable(sentence)]));
  const method = request ? `${request.method.toUpperCase()} ` : '';
  const problems = problem ? [problem, ...warnings] : warnings;
  const lines = [
    `${method}${printable(url.map(({ text }) => text).join(''))}`,
    ...section('url', rows(url.map(({ text, sentence }) => [text, sentence]))),
    ...section(
      'headers',
      rows([
        ...headers.map(({ name, value, sentence }): Row => [`${name}: ${value}`, sentence]),
        ...droppedHeaders.map(({ name, sentence }): Row => [`${name}:`, sentence]),
      ]),
    ),
    ...section(
      'body',
      body ? [`  ${printable(body.sentence)}`, ...rows(body.keys.map(({ key, sentence }) => [key, sentence]))] : [],
    ),
    ...section('parameters', rows(parameters.map(({ name, sentence }) => [name, sentence]))),
    ...section(
      'problems',
      problems.flatMap((one) => formatProblem(one, explanation, options)),
    ),
  ];
  return `${lines.join('\n').trimStart()}\n`;
}
