import { memo, Suspense, useId } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import type { ParameterRow, Place, TemplateVariable, VariableValue } from '../model/form.js';
import { HighlightRow } from '../highlight/Highlight.js';
import { RemoveButton, Select, ProblemText, TextArea, ignoreEnter } from '../../../ui/fields.js';
import { FixButton } from '../FixButton.js';
import type { BuilderProps } from '../model/build.js';
import type { Warning } from '../model/warnings.js';
import type { ParameterNote } from './notes.js';
import { ValueCells, type ValueChange } from './ValueCells.js';
import type { HighlightSource } from '../highlight/subjects.js';
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

interface VariableLineProps extends LineProps, TemplateVariable, VariableValue {}

/** Each keystroke in the route reads the variables again, usually with the same texts. */
export const VariableLine = memo(function VariableLine(props: VariableLineProps) {
  const { name, expression, place, value, kind, removed, problem, note, subjects, from, dispatch } = props;
  const id = useId();
  const required = props.required || note?.required === true;
  const onChange = (change: ValueChange) => dispatch({ type: 'variable', name, change });
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
        note={note}
        describedBy={listTextIds(id, props)}
        invalid={problem !== undefined}
        onChange={onChange}
      />
      <span className="cell-place cell-static" title={`From ${expression}`}>
        {place}
      </span>
      <RowTexts line={props} id={id} of={name} withRequired={false} isEmpty={value === ''} onChange={onChange} />
    </HighlightRow>
  );
});

/** The properties of the row of a parameter. */
export interface ParameterLineProps extends LineProps {
  readonly row: ParameterRow;
  readonly ordinal: number;
  /** The place that the method gives to parameters without one. */
  readonly automatic: 'query' | 'body';
}

export const ParameterLine = memo(function ParameterLine(props: ParameterLineProps) {
  const { row, ordinal, automatic, problem, note, subjects, from, dispatch } = props;
  const lineId = useId();
  const { id, name, value, kind, removed, place } = row;
  const title = `parameter ${ordinal}`;
  const edit = (change: Partial<Omit<ParameterRow, 'id'>>) =>
    dispatch({ type: 'edit-row', list: 'parameters', id, change });
  return (
    <HighlightRow className="row row-parameter" subjects={subjects} from={from}>
      {/* A long name wraps. */}
      <TextArea
        className="cell-name"
        aria-label={`Name of ${title}`}
        aria-describedby={problem && `${lineId}-problem`}
        aria-invalid={problem ? true : undefined}
        placeholder="name"
        onKeyDown={ignoreEnter}
        value={name}
        onValue={(text) => edit({ name: text.replaceAll(/[\r\n]+/g, '') })}
      />
      <ValueCells
        of={title}
        value={value}
        kind={kind}
        removed={removed}
        required={note?.required === true}
        note={note}
        describedBy={listTextIds(lineId, props)}
        invalid={problem !== undefined}
        onChange={edit}
      />
      <div className="cell-place">
        <Select
          aria-label={`Place of ${title}`}
          options={PLACES[automatic]}
          value={place}
          onValue={(chosen) => edit({ place: chosen })}
        />
      </div>
      <RemoveButton
        label={`Remove ${title}`}
        onRemove={() => dispatch({ type: 'remove-row', list: 'parameters', id })}
      />
      <RowTexts line={props} id={lineId} of={name} withRequired isEmpty={value === ''} onChange={edit} />
    </HighlightRow>
  );
});
