import type { ExplainedParameter, Explanation } from 'endpoint.js/explain';
import { memo, useId, useMemo } from 'react';
import {
  SECRET_LEFT_OUT,
  variableValue,
  type ParameterRow,
  type ValueKind,
  type Place,
  type VariableValue,
  type TemplateVariable,
} from '../model/form.js';
import { NO_SOURCE, HighlightRow, type HighlightSource } from '../highlight/Highlight.js';
import { deriveParameterSource } from '../highlight/subjects.js';
import { AddButton, RemoveButton, useRowFocus, Select, TextArea, ProblemText, TextInput } from '../../../ui/fields.js';
import { Panel } from '../../../ui/containers.js';
import type { BuilderProps } from '../model/build.js';
import { findProblem } from '../model/problems.js';
import { findWarning, type Warning } from '../model/warnings.js';
import { FixButton } from '../FixButton.js';
import { Sentence } from '../../../ui/Code.js';

/** The explanation's word for the place of a parameter. */
const GIVEN = { auto: 'plain', path: 'path', query: 'query', body: 'body' } as const;

/** The source of the row of a parameter, and the row's warning. */
function findSource(explanation: Explanation, name: string, isRow: (parameter: ExplainedParameter) => boolean) {
  const index = explanation.parameters.findIndex((parameter) => parameter.name === name && isRow(parameter));
  if (index === -1 || name === '') return { ...NO_SOURCE, warning: undefined };
  const source = deriveParameterSource(explanation, index);
  return { ...source, warning: findWarning(explanation, source.from) };
}

const KINDS: Readonly<Record<ValueKind, string>> = { text: 'Text', json: 'JSON' };
const PLACEHOLDERS: Readonly<Record<ValueKind, string>> = { text: 'not set', json: '5, true, ["a", "b"], {…}' };

interface ValueCellsProps extends Pick<ParameterRow, 'value' | 'kind' | 'removed'> {
  /** Name of the row: completes "Value of …". */
  readonly of: string;
  readonly required?: boolean;
  readonly noteId: string | undefined;
  readonly warningId: string | undefined;
  readonly problemId: string | undefined;
  readonly onChange: (change: { readonly value?: string; readonly kind?: ValueKind }) => void;
}

/** The value of a parameter, and the type of its text. */
function ValueCells({
  of,
  value,
  kind,
  removed,
  required = false,
  noteId,
  warningId,
  problemId,
  onChange,
}: ValueCellsProps) {
  return (
    <>
      <TextArea
        className="cell-value"
        aria-label={`Value of ${of}`}
        aria-describedby={[noteId ?? [], warningId ?? [], problemId ?? []].flat().join(' ') || undefined}
        aria-invalid={problemId === undefined ? undefined : true}
        aria-required={required}
        placeholder={removed ? SECRET_LEFT_OUT : PLACEHOLDERS[kind]}
        value={value}
        onValue={(text) => onChange({ value: text })}
      />
      <div className="cell-kind">
        <Select
          aria-label={`Type of ${of}`}
          options={KINDS}
          value={kind}
          onValue={(chosen) => onChange({ kind: chosen })}
        />
      </div>
    </>
  );
}

/** A catalogue's description of a parameter. */
interface ParameterNote {
  /** `integer`, `"open" | "closed"`, … */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
}

/** By the parameter's name. */
export type ParameterNotes = ReadonlyMap<string, ParameterNote>;

const PLACES: Readonly<Record<Place, string>> = { auto: 'auto', path: 'path', query: 'query', body: 'body' };

interface LineProps extends HighlightSource {
  readonly problem: string | undefined;
  readonly warning: Warning | undefined;
  readonly note: ParameterNote | undefined;
  readonly dispatch: BuilderProps['dispatch'];
}

function Note({ id, note }: { readonly id: string; readonly note: ParameterNote }) {
  return (
    <p className="row-note" id={id}>
      {note.type !== undefined && <code>{note.type}</code>} {note.description && <Sentence text={note.description} />}
    </p>
  );
}

interface RowWarningProps extends Pick<LineProps, 'dispatch'> {
  readonly id: string;
  readonly warning: Warning;
}

/** A warning about the row, with its fix. */
function RowWarning({ id, warning: { sentence, fix }, dispatch }: RowWarningProps) {
  return (
    <div className="row-warning">
      <p className="warning" id={id}>
        <Sentence text={sentence} />
      </p>
      {fix && <FixButton fix={fix} dispatch={dispatch} />}
    </div>
  );
}

interface VariableLineProps extends LineProps, TemplateVariable, VariableValue {}

/** Each keystroke in the route reads the variables again, usually with the same texts. */
const VariableLine = memo(function VariableLine(props: VariableLineProps) {
  const { name, expression, required, place, value, kind, removed, problem, warning, note, subjects, from, dispatch } =
    props;
  const id = useId();
  return (
    <HighlightRow className="row row-parameter" subjects={subjects} from={from}>
      <div className="cell-name">
        <code className="variable">{name}</code>
        <span className={required ? 'tag tag-required' : 'tag'}>{required ? 'required' : 'optional'}</span>
      </div>
      <ValueCells
        of={name}
        value={value}
        kind={kind}
        removed={removed}
        required={required}
        noteId={note && `${id}-note`}
        warningId={warning && `${id}-warning`}
        problemId={problem && `${id}-problem`}
        onChange={(change) => dispatch({ type: 'variable', name, change })}
      />
      <span className="cell-place cell-static" title={`From ${expression}`}>
        {place}
      </span>
      {note && <Note id={`${id}-note`} note={note} />}
      {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
      {warning && <RowWarning id={`${id}-warning`} warning={warning} dispatch={dispatch} />}
    </HighlightRow>
  );
});

interface ParameterLineProps extends LineProps {
  readonly row: ParameterRow;
  readonly ordinal: number;
}

const ParameterLine = memo(function ParameterLine(props: ParameterLineProps) {
  const { row, ordinal, problem, warning, note, subjects, from, dispatch } = props;
  const lineId = useId();
  const { id, name, value, kind, removed, place } = row;
  const title = `parameter ${ordinal}`;
  const edit = (change: Partial<Omit<ParameterRow, 'id'>>) =>
    dispatch({ type: 'edit-row', list: 'parameters', id, change });
  const described = problem && `${lineId}-problem`;
  return (
    <HighlightRow className="row row-parameter" subjects={subjects} from={from}>
      <TextInput
        className="cell-name"
        aria-label={`Name of ${title}`}
        aria-describedby={described}
        aria-invalid={problem ? true : undefined}
        placeholder="name"
        value={name}
        onValue={(text) => edit({ name: text })}
      />
      <ValueCells
        of={title}
        value={value}
        kind={kind}
        removed={removed}
        noteId={note && `${lineId}-note`}
        warningId={warning && `${lineId}-warning`}
        problemId={described}
        onChange={edit}
      />
      <div className="cell-place">
        <Select
          aria-label={`Place of ${title}`}
          options={PLACES}
          value={place}
          onValue={(chosen) => edit({ place: chosen })}
        />
      </div>
      <RemoveButton
        label={`Remove ${title}`}
        onRemove={() => dispatch({ type: 'remove-row', list: 'parameters', id })}
      />
      {note && <Note id={`${lineId}-note`} note={note} />}
      {problem && <ProblemText id={`${lineId}-problem`}>{problem}</ProblemText>}
      {warning && <RowWarning id={`${lineId}-warning`} warning={warning} dispatch={dispatch} />}
    </HighlightRow>
  );
});

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
  const { form, variables, problems, explanation } = state;
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
            note={notes?.get(variable.name)}
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
            note={notes?.get(row.name)}
            {...findSource(explanation, row.name, ({ given }) => given === GIVEN[row.place])}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </Panel>
  );
}
