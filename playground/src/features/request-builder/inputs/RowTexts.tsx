import { Suspense } from 'react';
import { ProblemText } from '../../../ui/fields.js';
import { Sentence } from '../../../ui/containers.js';
import { lazyView } from '../../../ui/lazy-view.js';
import { FixButton } from '../FixButton.js';
import type { BuilderProps } from '../model/build.js';
import type { Warning } from '../model/warnings.js';
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

/** Ties a control to the texts below its row, whose ids begin with the row's. */
export function tieTexts(id: string, { problem, warning, missing, note }: Omit<LineProps, 'dispatch'>) {
  const ids = Object.entries({ note, missing, problem, warning }).flatMap(([kind, text]) =>
    text ? [`${id}-${kind}`] : [],
  );
  return {
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': problem ? (true as const) : undefined,
  };
}

interface RowTextsProps {
  readonly line: LineProps;
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
