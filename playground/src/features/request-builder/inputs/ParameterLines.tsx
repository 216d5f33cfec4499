import { memo, Suspense, useId } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import type { ParameterRow, Place } from '../model/form.js';
import type { TemplateVariable } from '../model/template.js';
import { RemoveButton, Select, ProblemText, TextArea, ignoreEnter } from '../../../ui/fields.js';
import { FixButton } from '../FixButton.js';
import type { BuilderProps } from '../model/build.js';
import type { Warning } from '../model/warnings.js';
import type { ParameterNote } from './notes.js';
import { ValueCells, type ValueChange } from './ValueCells.js';
import { highlightAttributes, type HighlightSource } from '../highlight/subjects.js';
import { Sentence } from '../../../ui/containers.js';

const Note = lazyView(() => import('./Note.js'));

type Places = Readonly<Record<Place, string>>;

/** The places of a parameter; the automatic one by the method. */
const PLACES: Readonly<Record<'query' | 'body', Places>> = {
  query: { auto: 'auto: query', path: 'path', query: 'query', body: 'body' },
  body: { auto: 'auto: body', path: 'path', query: 'query', body: 'body' },
};

interface LineProps extends HighlightSource {
  readonly problem: string | undefined;
  readonly warning: Warning | undefined;
  /** The reason why it needs a value, though the builder doesn't require one. */
  readonly missing: string | undefined;
  readonly note: ParameterNote | undefined;
  readonly dispatch: BuilderProps['dispatch'];
}

type Texts = Pick<LineProps, 'problem' | 'missing' | 'note'> & Partial<Pick<LineProps, 'warning'>>;

/** The ids of the texts below a row. */
export function listTextIds(id: string, { problem, warning, missing, note }: Texts): string | undefined {
  const ids = [
    note && `${id}-note`,
    missing && `${id}-missing`,
    problem && `${id}-problem`,
    warning && `${id}-warning`,
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

interface RowTextsProps {
  readonly line: Texts & Pick<LineProps, 'dispatch'>;
  /** Prefix of the texts' ids. */
  readonly id: string;
  readonly of: string;
  readonly withRequired: boolean;
  readonly isEmpty: boolean;
  readonly onChange: (change: ValueChange) => void;
}

/** The description of a parameter, and what is wrong with its value. */
export function RowTexts({ line, id, of, withRequired, isEmpty, onChange }: RowTextsProps) {
  const { problem, warning, missing, note, dispatch } = line;
  return (
    <>
      {note && (
        <Suspense fallback={null}>
          <Note id={`${id}-note`} of={of} note={note} withRequired={withRequired} isEmpty={isEmpty} onUse={onChange} />
        </Suspense>
      )}
      {missing && (
        <p className="row-missing" id={`${id}-missing`}>
          <Sentence text={missing} />
        </p>
      )}
      {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
      {warning && (
        <div className="row-warning">
          <p className="warning" id={`${id}-warning`}>
            <Sentence text={warning.sentence} />
          </p>
          {warning.fix && <FixButton fix={warning.fix} dispatch={dispatch} />}
        </div>
      )}
    </>
  );
}

/** The properties of the row of a placeholder, or of another parameter. */
export interface ParameterLineProps extends LineProps {
  /** The placeholder that the row fills. */
  readonly variable?: TemplateVariable | undefined;
  /** Undefined for a placeholder that has no value yet. */
  readonly row: ParameterRow | undefined;
  /** Of the rows without a placeholder. */
  readonly ordinal?: number;
  /** The place that the method gives to parameters without one. */
  readonly automatic: 'query' | 'body';
}

type NameProps = Required<Pick<ParameterLineProps, 'ordinal'>> &
  Pick<ParameterLineProps, 'problem'> & {
    readonly id: string;
    readonly name: string;
    readonly onName: (name: string) => void;
  };

function NameField({ id, name, ordinal, problem, onName }: NameProps) {
  // A long name wraps.
  return (
    <TextArea
      className="cell-name"
      aria-label={`Name of parameter ${ordinal}`}
      aria-describedby={problem && `${id}-problem`}
      aria-invalid={problem ? true : undefined}
      placeholder="name"
      onKeyDown={ignoreEnter}
      value={name}
      onValue={(text) => onName(text.replaceAll(/[\r\n]+/g, ''))}
    />
  );
}

function VariableName({ name, required }: { readonly name: string; readonly required: boolean }) {
  return (
    <div className="cell-name">
      <code className="variable">{name}</code>
      <span className={required ? 'tag tag-required' : 'tag'}>{required ? 'required' : 'optional'}</span>
    </div>
  );
}

type PlaceProps = Pick<ParameterLineProps, 'variable' | 'row' | 'automatic' | 'dispatch'> & {
  readonly of: string;
  readonly edit: (change: Partial<Omit<ParameterRow, 'id'>>) => void;
};

/** The place of a placeholder, or the choice of that of another parameter, which can be removed. */
function PlaceCells({ variable, row, of, automatic, edit, dispatch }: PlaceProps) {
  if (variable)
    return (
      <span className="cell-place cell-static" title={`From ${variable.expression}`}>
        {variable.place}
      </span>
    );
  return (
    <>
      <div className="cell-place">
        <Select
          aria-label={`Place of ${of}`}
          options={PLACES[automatic]}
          value={row?.place ?? 'auto'}
          onValue={(place) => edit({ place })}
        />
      </div>
      <RemoveButton
        label={`Remove ${of}`}
        onRemove={() => row && dispatch({ type: 'remove-row', list: 'parameters', id: row.id })}
      />
    </>
  );
}

const UNSET = { value: '', kind: 'text', removed: undefined } as const;

/** Each keystroke in the route reads the variables again, usually with the same texts. */
export const ParameterLine = memo(function ParameterLine(props: ParameterLineProps) {
  const { variable, row, ordinal = 0, automatic, problem, note, subjects, from, dispatch } = props;
  const lineId = useId();
  const { value, kind, removed } = row ?? UNSET;
  const name = variable?.name ?? row?.name ?? '';
  const of = variable ? name : `parameter ${ordinal}`;
  const required = variable?.required === true || note?.required === true;
  const edit = (change: Partial<Omit<ParameterRow, 'id'>>) => {
    if (row) dispatch({ type: 'edit-row', list: 'parameters', id: row.id, change });
    else if (variable) dispatch({ type: 'variable', variable, change });
  };
  return (
    <li className="row row-parameter" {...highlightAttributes({ subjects, from })}>
      {variable ? (
        <VariableName name={name} required={required} />
      ) : (
        <NameField
          id={lineId}
          name={name}
          ordinal={ordinal}
          problem={problem}
          onName={(text) => edit({ name: text })}
        />
      )}
      <ValueCells
        of={of}
        value={value}
        kind={kind}
        removed={removed}
        required={required}
        note={note}
        describedBy={listTextIds(lineId, props)}
        invalid={problem !== undefined}
        onChange={edit}
      />
      <PlaceCells variable={variable} row={row} of={of} automatic={automatic} edit={edit} dispatch={dispatch} />
      <RowTexts
        line={props}
        id={lineId}
        of={name}
        withRequired={variable === undefined}
        isEmpty={value === ''}
        onChange={edit}
      />
    </li>
  );
});
