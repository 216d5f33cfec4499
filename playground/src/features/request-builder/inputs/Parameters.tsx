import type { ExplainedParameter, Explanation } from 'endpoint.js/explain';
import { useMemo } from 'react';
import { variableValue } from '../model/form.js';
import { NO_SOURCE } from '../highlight/Highlight.js';
import { deriveParameterSource } from '../highlight/subjects.js';
import { AddButton, useRowFocus } from '../../../ui/fields.js';
import { Panel } from '../../../ui/containers.js';
import type { BuilderProps } from '../model/build.js';
import { findProblem } from '../model/problems.js';
import { findWarning } from '../model/warnings.js';
import { findNote, type ParameterNotes } from './notes.js';
import { ParameterLine, VariableLine } from './ParameterLines.js';

/** The explanation's word for the place of a parameter. */
const GIVEN = { auto: 'plain', path: 'path', query: 'query', body: 'body' } as const;

/** The source of the row of a parameter, and the row's warning. */
function findSource(explanation: Explanation, name: string, isRow: (parameter: ExplainedParameter) => boolean) {
  const index = explanation.parameters.findIndex((parameter) => parameter.name === name && isRow(parameter));
  if (index === -1 || name === '') return { ...NO_SOURCE, warning: undefined };
  const source = deriveParameterSource(explanation, index);
  return { ...source, warning: findWarning(explanation, source.from) };
}

const EMPTY = (
  <p className="empty">
    The route has no variables. Write <code>{'{name}'}</code> or <code>:name</code> into its path,{' '}
    <code>{'{?name}'}</code> at its end, or add another parameter.
  </p>
);

const HEAD = (
  <div className="row row-parameter row-head" aria-hidden="true">
    <span>Name</span>
    <span>Value</span>
    <span>Type</span>
    <span>In</span>
  </div>
);

export interface ParametersProps extends BuilderProps {
  readonly notes: ParameterNotes | undefined;
}

/** A row for each variable of the route, the required ones first; then the other parameters. */
export function Parameters({ state, notes, dispatch }: ParametersProps) {
  const { form, variables, problems, missing, explanation } = state;
  const list = useRowFocus(form.parameters.length);
  const empty = variables.length === 0 && form.parameters.length === 0;
  const ordered = [...variables.filter(({ required }) => required), ...variables.filter(({ required }) => !required)];
  const add = useMemo(
    () => <AddButton label="Add parameter" onAdd={() => dispatch({ type: 'add-row', list: 'parameters' })} />,
    [dispatch],
  );
  return (
    <Panel title="Parameters" actions={add}>
      {empty ? EMPTY : HEAD}
      <ul className="rows" ref={list} tabIndex={-1}>
        {ordered.map((variable) => (
          <VariableLine
            key={variable.name}
            {...variable}
            {...variableValue(form, variable.name)}
            problem={findProblem(problems, `variable ${variable.name}`)?.message}
            missing={findProblem(missing, `variable ${variable.name}`)?.message}
            note={findNote(notes, variable.place, variable.name)}
            {...findSource(explanation, variable.name, ({ expressions }) => expressions.length > 0)}
            dispatch={dispatch}
          />
        ))}
        {form.parameters.map((row, index) => (
          <ParameterLine
            key={row.id}
            row={row}
            ordinal={index + 1}
            problem={findProblem(problems, `parameter ${row.id}`)?.message}
            missing={findProblem(missing, `parameter ${row.id}`)?.message}
            note={findNote(notes, row.place, row.name)}
            {...findSource(explanation, row.name, ({ given }) => given === GIVEN[row.place])}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </Panel>
  );
}
