import type { Explanation, Span, UrlRun } from 'endpoint.js/explain';

export type Warning = Explanation['warnings'][number];

function overlaps(span: Span | undefined, at: Span | undefined): boolean {
  return span !== undefined && at !== undefined && span.start < at.end && at.start < span.end;
}

/** Whether a run of the url shows the subject of a warning. */
function isAtRun({ expressions }: Explanation, { source, part }: UrlRun, { code, index, at }: Warning): boolean {
  switch (source.kind) {
    case 'literal':
      return index === undefined && overlaps(source, at);
    case 'variable':
    case 'parameter':
      return source.role === 'value' && source.parameter === index;
    case 'unexpanded':
      return overlaps(expressions[source.expression], at);
    case 'base':
      return code === 'credentials-in-url' && at === undefined && part === 'origin';
  }
  return false;
}

/** Whether a warning belongs to the source of a sentence, see `findSentence`. */
function isAt(explanation: Explanation, from: string, warning: Warning): boolean {
  const [kind, position] = from.split(' ');
  const index = Number(position);
  switch (kind) {
    case 'token':
      return overlaps(explanation.tokens[index], warning.at);
    case 'expression':
      return overlaps(explanation.expressions[index], warning.at);
    case 'parameter':
      return warning.index === index;
    case 'run': {
      const run = explanation.url[index];
      return run !== undefined && isAtRun(explanation, run, warning);
    }
  }
  return false;
}

/** The first warning about a part of the route, of the url or of the form. */
export function findWarning(explanation: Explanation, from: string): Warning | undefined {
  return explanation.warnings.find((warning) => isAt(explanation, from, warning));
}
