import { memo, useId } from 'react';
import { Panel } from '../../../ui/containers.js';
import { AddButton, RemoveButton, useRowFocus, ProblemText, TextInput, SecretInput } from '../../../ui/fields.js';
import { isSecretName } from '../../../secrets/secrets.js';
import type { BuilderProps } from '../model/build.js';
import { SECRET_LEFT_OUT, type HeaderRow } from '../model/form.js';
import { deriveHeaderSource } from '../highlight/subjects.js';
import { HighlightRow } from '../highlight/Highlight.js';
import { findProblem, type Problem } from '../model/problems.js';

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

interface HeaderLineProps {
  readonly row: HeaderRow;
  readonly ordinal: number;
  readonly problem: string | undefined;
  readonly dispatch: BuilderProps['dispatch'];
}

const HeaderLine = memo(function HeaderLine({ row, ordinal, problem, dispatch }: HeaderLineProps) {
  const id = useId();
  const validity = problem ? ({ 'aria-describedby': `${id}-problem`, 'aria-invalid': true } as const) : {};
  const edit = (change: Partial<Omit<HeaderRow, 'id'>>) =>
    dispatch({ type: 'edit-row', list: 'headers', id: row.id, change });
  return (
    <HighlightRow className="row row-header" {...deriveHeaderSource(row.name, undefined)}>
      <TextInput
        id={`${id}-name`}
        className="cell-name"
        {...validity}
        aria-label={`Name of header ${ordinal}`}
        placeholder="name"
        suggestions={SUGGESTIONS}
        value={row.name}
        onValue={(name) => edit({ name })}
      />
      <SecretInput
        secret={isSecretName(row.name)}
        showLabel={`Show value of header ${ordinal}`}
        className="cell-value"
        {...validity}
        aria-label={`Value of header ${ordinal}`}
        placeholder={row.removed ? SECRET_LEFT_OUT : 'empty: the default is dropped'}
        value={row.value}
        onValue={(value) => edit({ value })}
      />
      <RemoveButton
        label={`Remove header ${ordinal}`}
        onRemove={() => dispatch({ type: 'remove-row', list: 'headers', id: row.id })}
      />
      {problem && <ProblemText id={`${id}-problem`}>{problem}</ProblemText>}
    </HighlightRow>
  );
});

interface HeadersProps {
  readonly rows: readonly HeaderRow[];
  readonly problems: readonly Problem[];
  readonly dispatch: BuilderProps['dispatch'];
}

export function Headers({ rows, problems, dispatch }: HeadersProps) {
  const list = useRowFocus(rows.length);
  return (
    <Panel
      title="Headers"
      actions={<AddButton label="Add header" onAdd={() => dispatch({ type: 'add-row', list: 'headers' })} />}
    >
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
            dispatch={dispatch}
          />
        ))}
      </ul>
    </Panel>
  );
}
