import { useId, type Dispatch } from 'react';
import { AddButton } from '../../components/AddButton.js';
import { ProblemText } from '../../components/ProblemText.js';
import { RemoveButton } from '../../components/RemoveButton.js';
import { TextInput } from '../../components/TextInput.js';
import { useRowFocus } from '../../components/use-row-focus.js';
import type { CallFormAction, MetadataRow } from './form.js';
import type { CallProblems } from './read-form.js';

interface MetadataLineProps {
  readonly row: MetadataRow;
  readonly ordinal: number;
  readonly problem: string | undefined;
  readonly dispatch: Dispatch<CallFormAction>;
}

function MetadataLine({ row, ordinal, problem, dispatch }: MetadataLineProps) {
  const problemId = useId();
  const edit = (change: Partial<Omit<MetadataRow, 'id'>>) => dispatch({ type: 'edit-metadata', id: row.id, change });
  const described = {
    'aria-describedby': problem === undefined ? undefined : problemId,
    'aria-invalid': problem === undefined ? undefined : (true as const),
  };
  return (
    <li className="row row-header">
      <TextInput
        {...described}
        className="cell-name"
        aria-label={`Name of metadata ${ordinal}`}
        placeholder="name"
        value={row.name}
        onValue={(name) => edit({ name })}
      />
      <TextInput
        {...described}
        className="cell-value"
        aria-label={`Value of metadata ${ordinal}`}
        placeholder={row.name.endsWith('-bin') ? 'base64' : 'value'}
        value={row.value}
        onValue={(value) => edit({ value })}
      />
      <RemoveButton
        label={`Remove metadata ${ordinal}`}
        onRemove={() => dispatch({ type: 'remove-metadata', id: row.id })}
      />
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
    </li>
  );
}

interface MetadataProps {
  readonly rows: readonly MetadataRow[];
  readonly problems: CallProblems;
  readonly dispatch: Dispatch<CallFormAction>;
}

/** Metadata sent with the call, as header fields. */
export function Metadata({ rows, problems, dispatch }: MetadataProps) {
  const list = useRowFocus(rows.length);
  const id = useId();
  return (
    <fieldset aria-labelledby={id}>
      <div className="field-head">
        <span className="field-label" id={id}>
          Metadata
        </span>
        <AddButton label="Add metadata" onAdd={() => dispatch({ type: 'add-metadata' })} />
      </div>
      <ul className="rows" ref={list} tabIndex={-1}>
        {rows.map((row, index) => (
          <MetadataLine
            key={row.id}
            row={row}
            ordinal={index + 1}
            problem={problems.get(`metadata ${row.id}`)}
            dispatch={dispatch}
          />
        ))}
      </ul>
    </fieldset>
  );
}
