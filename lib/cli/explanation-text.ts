import type { EndpointOptions } from 'endpoint.js';
import { applyFix, type Explanation, type Problem } from 'endpoint.js/explain';
import { printable } from './error-report.js';

/** Runs of the url up to this length have what is said about them in the same column. */
const MAX_COLUMN = 32;

type Row = readonly [subject: string, sentence: string];

/** What there is to say, beside what it is said about. */
function table(rows: readonly Row[]): string[] {
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

/** A problem, and what its fix makes of the route. */
function problemLines({ code, sentence, fix }: Problem, { route }: Explanation, options: EndpointOptions): string[] {
  const line = `  ${code}: ${printable(sentence)}`;
  if (!fix) return [line];
  const fixed = applyFix(route, options, fix);
  return [line, `    fix: ${printable(fix.label)}${fixed.route === route ? '' : `: ${printable(fixed.route)}`}`];
}

/** An explanation as lines for a terminal. */
export function explanationText(explanation: Explanation, options: EndpointOptions): string {
  const { request, url, headers, droppedHeaders, body, parameters, problem, warnings } = explanation;
  const rows = (all: readonly Row[]): string[] =>
    table(all.map(([subject, sentence]) => [printable(subject), printable(sentence)]));
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
      problems.flatMap((one) => problemLines(one, explanation, options)),
    ),
  ];
  return `${lines.join('\n').trimStart()}\n`;
}
