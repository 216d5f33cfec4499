import type { ExplainedParameter, Explanation } from 'endpoint.js/explain';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { deriveMistakeSource, deriveParameterSource, NO_SOURCE, type HighlightSource } from '../highlight/subjects.js';
import { AddButton, useRowFocus } from '../../../ui/fields.js';
import { Panel } from '../../../ui/containers.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import type { Form } from '../model/form.js';
import { findVariableField, type FieldId, type Problem } from '../model/problems.js';
import { findFilling, type TemplateVariable } from '../model/template.js';
import { findWarning, type Warning } from '../model/warnings.js';
import { findNote, type ParameterNotes } from './notes.js';
import { ParameterLine, type ParameterLineProps } from './ParameterLines.js';
import { findMethod } from '../model/explain-form.js';

const ParkedRows = lazyView(() => import('./ParkedRows.js'));

/** The explanation's word for the place of a parameter. */
const GIVEN = { auto: 'plain', path: 'path', query: 'query', body: 'body' } as const;

/** Indices of an explanation's parameters, by name. */
function indexParameters({ parameters }: Explanation): ReadonlyMap<string, readonly number[]> {
  const indices = new Map<string, number[]>();
  for (const [index, { name }] of parameters.entries()) {
    const known = indices.get(name);
    if (known === undefined) indices.set(name, [index]);
    else known.push(index);
  }
  return indices;
}

/** The source of the row of a parameter, and the row's warning. */
function findSource(
  explanation: Explanation,
  indices: readonly number[] | undefined,
  isRow: (parameter: ExplainedParameter) => boolean,
): HighlightSource & { readonly warning: Warning | undefined } {
  const index = indices?.find((each) => {
    const parameter = explanation.parameters[each];
    return parameter !== undefined && parameter.name !== '' && isRow(parameter);
  });
  if (index === undefined) return { ...NO_SOURCE, warning: undefined };
  const source = deriveParameterSource(explanation, index);
  return { ...source, warning: findWarning(explanation, source.from) };
}

/** The first message of each field. */
function indexMessages(problems: readonly Problem[]): ReadonlyMap<string, string> {
  return new Map(problems.toReversed().map(({ field, message }) => [field, message]));
}

/** Everything about a row besides its texts. */
type About = ReturnType<typeof findSource> & Pick<ParameterLineProps, 'problem' | 'missing' | 'note'>;

/** Finds what is known about rows. A row with a mistake is explained by it. */
function createFinder({ problems, missing, explanation }: BuilderState, notes: ParameterNotes | undefined) {
  const messages = indexMessages(problems);
  const missed = indexMessages(missing);
  const indices = indexParameters(explanation);
  const find = (field: FieldId, { variable, row }: Pick<ParameterLineProps, 'variable' | 'row'>): About => {
    const { name = '', place = 'auto' } = variable ?? row ?? {};
    const isRow = ({ expressions, given }: ExplainedParameter) =>
      variable ? expressions.length > 0 : given === GIVEN[place];
    const problem = messages.get(field);
    const source = findSource(explanation, indices.get(name), isRow);
    const mistake = problem === undefined ? undefined : deriveMistakeSource(field, source);
    return { ...source, ...mistake, problem, missing: missed.get(field), note: findNote(notes, place, name) };
  };
  return { messages, find };
}

/** Rows that are shown at first, and added at a time. */
const ROWS = 60;

/** The rows up to the limit, and those beyond it that must be in sight. */
function limitRows<Row>(
  rows: readonly Row[],
  limit: number,
  isNeeded: (row: Row, index: number) => boolean,
): readonly Row[] {
  return rows.length <= limit ? rows : rows.filter((row, index) => index < limit || isNeeded(row, index));
}

/** The required variables first. */
const order = (variables: readonly TemplateVariable[]) => [
  ...variables.filter(({ required }) => required),
  ...variables.filter(({ required }) => !required),
];

/** A row on the page: of a placeholder, or of another parameter. */
type Shown = Pick<ParameterLineProps, 'variable' | 'row' | 'ordinal'> & {
  readonly key: string;
  readonly field: FieldId;
};

/** The rows of the placeholders, the required ones first, then those of the other parameters. */
function listRows(form: Form, variables: readonly TemplateVariable[]): readonly Shown[] {
  const placeholders = order(variables).map((variable) => ({
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

export interface ParametersProps extends BuilderProps {
  readonly notes: ParameterNotes | undefined;
  /** The control beside the title. */
  readonly control: ReactNode;
}

/** A row for each placeholder of the route; then the other parameters. */
export function Parameters({ state, notes, control, dispatch }: ParametersProps) {
  const { form, variables, explanation } = state;
  const [limit, setLimit] = useState(ROWS);
  const { messages, find } = createFinder(state, notes);
  const rows = listRows(form, variables);
  const list = useRowFocus(rows.length - variables.length);
  // The last one may have just been added.
  const shown = limitRows(
    rows,
    limit,
    ({ field, variable }, index) => (index === rows.length - 1 && variable === undefined) || messages.has(field),
  );
  const hidden = rows.length - shown.length;
  const parked = form.parameters.filter((row) => row.parked === true);
  const automatic = /^(?:get|head|)$/.test(findMethod(explanation)) ? 'query' : 'body';
  const actions = useMemo(
    () => (
      <>
        {control}
        <AddButton label="Add parameter" onAdd={() => dispatch({ type: 'add-row', list: 'parameters' })} />
      </>
    ),
    [control, dispatch],
  );
  return (
    <Panel title="Parameters" actions={actions}>
      {rows.length === 0 ? EMPTY : HEAD}
      <ul className="rows" ref={list} tabIndex={-1}>
        {shown.map(({ key, field, ...row }) => (
          <ParameterLine key={key} {...row} {...find(field, row)} automatic={automatic} dispatch={dispatch} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="button" onClick={() => setLimit(limit + ROWS)}>
          Show {Math.min(ROWS, hidden)} of {hidden.toLocaleString('en')} more parameters
        </button>
      )}
      <Suspense fallback={null}>{parked.length > 0 && <ParkedRows rows={parked} dispatch={dispatch} />}</Suspense>
    </Panel>
  );
}
