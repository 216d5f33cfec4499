import type { ExplainedParameter, Explanation } from 'endpoint.js/explain';
import type { ParameterRow } from '../model/form.js';
import type { LitSource } from '../highlight/HighlightContext.js';
import { litOfParameter } from '../highlight/subjects.js';

const NONE: LitSource = { subjects: '', from: '' };

interface RowSources {
  readonly ofVariable: (name: string) => LitSource;
  readonly ofRow: (row: ParameterRow) => LitSource;
}

/** What each row of the form stands for in the explanation. */
export function rowSources(explanation: Explanation): RowSources {
  const find = (is: (parameter: ExplainedParameter) => boolean): LitSource => {
    const index = explanation.parameters.findIndex(is);
    return index === -1 ? NONE : litOfParameter(explanation, index);
  };
  return {
    ofVariable: (name) => find((parameter) => parameter.name === name && parameter.expressions.length > 0),
    ofRow: ({ name, place }) => {
      const given = place === 'auto' ? 'plain' : place;
      return name === '' ? NONE : find((parameter) => parameter.name === name && parameter.given === given);
    },
  };
}
