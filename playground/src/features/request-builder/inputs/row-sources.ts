import type { ExplainedParameter, Explanation } from 'endpoint.js/explain';
import type { ParameterRow } from '../model/form.js';
import { NO_SOURCE, type HighlightSource } from '../highlight/HighlightContext.js';
import { deriveParameterSource } from '../highlight/subjects.js';

interface RowSources {
  readonly ofVariable: (name: string) => HighlightSource;
  readonly ofRow: (row: ParameterRow) => HighlightSource;
}

/** Finds the source of each row of the form in the explanation. */
export function findRowSources(explanation: Explanation): RowSources {
  const find = (is: (parameter: ExplainedParameter) => boolean): HighlightSource => {
    const index = explanation.parameters.findIndex(is);
    return index === -1 ? NO_SOURCE : deriveParameterSource(explanation, index);
  };
  return {
    ofVariable: (name) => find((parameter) => parameter.name === name && parameter.expressions.length > 0),
    ofRow: ({ name, place }) => {
      const expected = place === 'auto' ? 'plain' : place;
      return name === '' ? NO_SOURCE : find((parameter) => parameter.name === name && parameter.given === expected);
    },
  };
}
