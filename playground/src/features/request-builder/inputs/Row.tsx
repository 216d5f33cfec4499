import { Suspense, useId, type ReactNode } from 'react';
import { AddButton, ProblemText, useRowFocus } from '../../../ui/fields.js';
import { Sentence } from '../../../ui/containers.js';
import { lazyView } from '../../../ui/lazy-view.js';
import { FixButton } from '../FixButton.js';
import { highlightAttributes, type HighlightSource, type Warning } from '../highlight/subjects.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { addRow, type RowList } from '../model/edit.js';
import { findProblem, type FieldId } from '../model/problems.js';
import type { ParameterNote } from './notes.js';
import type { ValueChange } from './ValueCells.js';

const Note = lazyView(() => import('./Note.js'));

/** What is known about a row besides its texts. */
export interface LineProps {
  readonly problem: string | undefined;
  readonly warning?: Warning | undefined;
  /** The reason why it needs a value, though the builder doesn't require one. */
  readonly missing: string | undefined;
  readonly note: ParameterNote | undefined;
  readonly dispatch: BuilderProps['dispatch'];
}

/** What is wrong with a field. */
export const describeField = ({ problems, missing }: BuilderState, field: FieldId) => ({
  problem: findProblem(problems, field)?.message,
  missing: findProblem(missing, field)?.message,
});

interface RowProps {
  readonly className: string;
  readonly source: HighlightSource;
  readonly line: LineProps;
  readonly of: string;
  /** Whether the row doesn't show itself that it is required. */
  readonly withRequired: boolean;
  readonly isEmpty: boolean;
  readonly onChange: (change: ValueChange) => void;
  /** The cells; the attributes tie a control to the texts below the row. */
  readonly children: (ties: {
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** The cells of a row; below them the description of a parameter, and what is wrong with its value. */
export function Row({ className, source, line, of, withRequired, isEmpty, onChange, children }: RowProps) {
  const { problem, warning, missing, note, dispatch } = line;
  const id = useId();
  const ids = Object.entries({ note, missing, problem, warning }).flatMap(([kind, text]) =>
    text ? [`${id}-${kind}`] : [],
  );
  return (
    <li className={`row ${className}`} {...highlightAttributes(source)}>
      {children({ 'aria-describedby': ids.join(' ') || undefined, 'aria-invalid': problem ? true : undefined })}
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
    </li>
  );
}

interface RowsProps {
  readonly label: string;
  readonly list: RowList;
  readonly rows: readonly ReactNode[];
  /** In place of rows. */
  readonly empty: ReactNode;
  readonly dispatch: BuilderProps['dispatch'];
}

/** Rows that the user adds and removes. */
export function Rows({ label, list, rows, empty, dispatch }: RowsProps) {
  const element = useRowFocus(rows.length);
  return (
    <>
      {rows.length === 0 && <p className="empty">{empty}</p>}
      <ul className="rows" ref={element} tabIndex={-1}>
        {rows}
      </ul>
      <AddButton label={`Add ${label}`} onAdd={() => dispatch(addRow(list))} />
    </>
  );
}
