import { memo, useId } from 'react';
import { RemoveButton, TextInput, SecretInput } from '../../../ui/fields.js';
import { isOpen, isSecretName } from '../../../secrets/secrets.js';
import { SECRET_LEFT_OUT, type HeaderRow } from '../model/form.js';
import { deriveHeaderSource, deriveMistakeSource } from '../highlight/subjects.js';
import { writePlaceholder, type NotedProps } from './notes.js';
import { describeField, Row, Rows, type LineProps } from './Row.js';
import { editRow, removeRow } from '../model/edit.js';

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
  const header = deriveHeaderSource(row.name, undefined);
  const edit = (change: Partial<Omit<HeaderRow, 'id'>>) => dispatch(editRow('headers', row.id, change));
  return (
    <Row
      className="row-header"
      source={problem === undefined ? header : deriveMistakeSource(`header ${row.id}`, header)}
      line={props}
      of={row.name}
      withRequired
      isEmpty={row.value === ''}
      onChange={({ value }) => value !== undefined && edit({ value })}
    >
      {(ties) => (
        <>
          <TextInput
            id={id}
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
          <RemoveButton label={`Remove header ${ordinal}`} onRemove={() => dispatch(removeRow('headers', row.id))} />
        </>
      )}
    </Row>
  );
});

const isUnchanged = (before: NotedProps, { state: { form } }: NotedProps): boolean =>
  form.headers.length === 0 && before.state.form.headers === form.headers;

/** The headers of the request. While there are none, a keystroke elsewhere doesn't render it again. */
export const HeaderList = memo(function HeaderList({ state, notes, dispatch }: NotedProps) {
  const rows = state.form.headers.map((row, index) => (
    <HeaderLine
      key={row.id}
      row={row}
      ordinal={index + 1}
      {...describeField(state, `header ${row.id}`)}
      note={notes?.get(`header ${row.name}`)}
      dispatch={dispatch}
    />
  ));
  const empty = (
    <>
      No custom headers: <code>accept</code> and <code>user-agent</code> have defaults.
    </>
  );
  return <Rows label="header" list="headers" rows={rows} empty={empty} dispatch={dispatch} />;
}, isUnchanged);
