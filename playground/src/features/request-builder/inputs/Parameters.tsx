import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { deriveMistakeSource, deriveParameterSource, findWarning, NO_SOURCE } from '../highlight/subjects.js';
import { AddButton, useRowFocus } from '../../../ui/fields.js';
import { Panel } from '../../../ui/containers.js';
import type { BuilderState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { findProblem, findVariableField, type FieldId } from '../model/problems.js';
import { findFilling, type TemplateVariable } from '../model/template.js';
import { findNote, type NotedProps } from './notes.js';
import { describeField } from './Row.js';
import { ParameterLine, type ParameterLineProps } from './ParameterLines.js';
import { findMethod } from '../model/explain-form.js';
import { addRow } from '../model/edit.js';

/** Finds what is known about a row besides its texts. A row with a mistake is explained by it. */
function describeRow(state: BuilderState, notes: NotedProps['notes'], { field, variable, row }: Shown) {
  const { name = '', place = 'auto' } = variable ?? row ?? {};
  const { explanation } = state;
  const index = explanation.parameters.findIndex(
    (parameter) =>
      name !== '' &&
      parameter.name === name &&
      (variable ? parameter.expressions.length > 0 : parameter.given === (place === 'auto' ? 'plain' : place)),
  );
  const source = index === -1 ? NO_SOURCE : deriveParameterSource(explanation, index);
  const line = describeField(state, field);
  return {
    ...line,
    ...(line.problem === undefined ? source : deriveMistakeSource(field, source)),
    warning: findWarning(explanation, source.from),
    note: findNote(notes, place, name),
  };
}

/** Rows that are shown at first, and added at a time. */
const ROWS = 60;

/** A row on the page: of a placeholder, or of another parameter. */
type Shown = Pick<ParameterLineProps, 'variable' | 'row' | 'ordinal'> & {
  readonly key: string;
  readonly field: FieldId;
};

/** The rows of the placeholders, the required ones first, then the other parameters' rows. */
function listRows(form: Form, variables: readonly TemplateVariable[]): readonly Shown[] {
  const placeholders = variables
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map((variable) => ({
      key: `variable ${variable.name}`,
      variable,
      row: findFilling(form, variable),
      field: findVariableField(form, variable),
    }));
  const filling = new Set(placeholders.map(({ row }) => row));
  const others = form.parameters.filter((row) => row.parked !== true && !filling.has(row));
  return [
    ...placeholders,
    ...others.map((row, index) => {
      const field = `parameter ${row.id}` as const;
      return { key: field, variable: undefined, row, ordinal: index + 1, field };
    }),
  ];
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

// Only after an edit of the route.
const ParkedRows = lazyView(() => import('./ParkedRows.js'));

interface ParametersProps extends NotedProps {
  /** The control beside the title. */
  readonly control: ReactNode;
}

/** A row for each placeholder of the route; then the other parameters. */
export function Parameters({ state, notes, control, dispatch }: ParametersProps) {
  const { form, variables, explanation, problems } = state;
  const [limit, setLimit] = useState(ROWS);
  const rows = listRows(form, variables);
  const list = useRowFocus(rows.length - variables.length);
  // Beyond the limit, those with a problem, and the last one without a placeholder, which may have just been added.
  const shown = rows.filter(
    ({ field, variable }, index) =>
      index < limit ||
      (variable === undefined && index === rows.length - 1) ||
      findProblem(problems, field) !== undefined,
  );
  const hidden = rows.length - shown.length;
  const automatic = /^(?:get|head|)$/.test(findMethod(explanation)) ? 'query' : 'body';
  const actions = useMemo(
    () => (
      <>
        {control}
        <AddButton label="Add parameter" onAdd={() => dispatch(addRow('parameters'))} />
      </>
    ),
    [control, dispatch],
  );
  return (
    <Panel title="Parameters" actions={actions}>
      {rows.length === 0 ? EMPTY : HEAD}
      <ul className="rows" ref={list} tabIndex={-1}>
        {shown.map((row) => {
          const { key, ...line } = row;
          return (
            <ParameterLine
              key={key}
              {...line}
              {...describeRow(state, notes, row)}
              automatic={automatic}
              dispatch={dispatch}
            />
          );
        })}
      </ul>
      {hidden > 0 && (
        <button type="button" className="button" onClick={() => setLimit(limit + ROWS)}>
          Show {Math.min(ROWS, hidden)} of {hidden.toLocaleString('en')} more parameters
        </button>
      )}
      <Suspense fallback={null}>
        {form.parameters.some(({ parked }) => parked) && (
          <ParkedRows parameters={form.parameters} dispatch={dispatch} />
        )}
      </Suspense>
    </Panel>
  );
}
