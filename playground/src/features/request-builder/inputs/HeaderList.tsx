import { memo, useId } from 'react';
import { AddButton, RemoveButton, useRowFocus, TextInput, SecretInput } from '../../../ui/fields.js';
import { isOpen, isSecretName } from '../../../secrets/secrets.js';
import type { BuilderProps } from '../model/build.js';
import { SECRET_LEFT_OUT, type HeaderRow } from '../model/form.js';
import { deriveHeaderSource, deriveMistakeSource, highlightAttributes } from '../highlight/subjects.js';
import { findProblem, type Problem } from '../model/problems.js';
import { writePlaceholder, type ParameterNotes } from './notes.js';
import { RowTexts, tieTexts, type LineProps } from './RowTexts.js';

const NAMES = [
  'accept',
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'user-agent',
];
const SUGGESTIONS = NAMES.map((value) => ({ value }));

interface HeaderLineProps extends LineProps {
  readonly row: HeaderRow;
  readonly ordinal: number;
}

const HeaderLine = memo(function HeaderLine(props: HeaderLineProps) {
  const { row, ordinal, problem, note, dispatch } = props;
  const id = useId();
  const ties = tieTexts(id, props);
  const header = deriveHeaderSource(row.name, undefined);
  const source = problem === undefined ? header : deriveMistakeSource(`header ${row.id}`, header);
  const edit = (change: Partial<Omit<HeaderRow, 'id'>>) =>
    dispatch({ type: 'edit-row', list: 'headers', id: row.id, change });
  return (
    <li className="row row-header" {...highlightAttributes(source)}>
      <TextInput
        id={`${id}-name`}
        className="cell-name"
        {...ties}
        aria-label={`Name of header ${ordinal}`}
        placeholder="name"
        suggestions={SUGGESTIONS}
        value={row.name}
        onValue={(name) => edit({ name })}
      />
      <SecretInput
        secret={isSecretName(row.name) && !isOpen(row.value)}
        showLabel={`Show value of header ${ordinal}`}
        className="cell-value"
        {...ties}
        aria-label={`Value of header ${ordinal}`}
        aria-required={note?.required === true}
        placeholder={row.removed ? SECRET_LEFT_OUT : writePlaceholder(note, 'empty: the default is dropped')}
        value={row.value}
        onValue={(value) => edit({ value })}
      />
      <RemoveButton
        label={`Remove header ${ordinal}`}
        onRemove={() => dispatch({ type: 'remove-row', list: 'headers', id: row.id })}
      />
      <RowTexts
        line={props}
        id={id}
        of={row.name}
        withRequired
        isEmpty={row.value === ''}
        onChange={({ value }) => value !== undefined && edit({ value })}
      />
    </li>
  );
});

interface HeadersProps {
  readonly rows: readonly HeaderRow[];
  readonly problems: readonly Problem[];
  /** Headers that the description of the API requires. */
  readonly missing: readonly Problem[];
  readonly notes: ParameterNotes | undefined;
  readonly dispatch: BuilderProps['dispatch'];
}

/** The headers of the request. A keystroke in the route doesn't render them again. */
export const HeaderList = memo(function HeaderList({ rows, problems, missing, notes, dispatch }: HeadersProps) {
  const list = useRowFocus(rows.length);
  return (
    <>
      {rows.length === 0 && (
        <p className="empty">
          No custom headers: <code>accept</code> and <code>user-agent</code> have defaults.
        </p>
      )}
      <ul className="rows" ref={list} tabIndex={-1}>
        {rows.map((row, index) => (
          <HeaderLine
            key={row.id}
            row={row}
            ordinal={index + 1}
            problem={findProblem(problems, `header ${row.id}`)?.message}
            missing={findProblem(missing, `header ${row.id}`)?.message}
            note={notes?.get(`header ${row.name}`)}
            dispatch={dispatch}
          />
        ))}
      </ul>
      <AddButton label="Add header" onAdd={() => dispatch({ type: 'add-row', list: 'headers' })} />
    </>
  );
});
