import { useId, type ReactNode } from 'react';
import { addRow, editRow, removeRow, type FormEdit } from './edit-form.js';
import type { Form, MetadataRow } from './form.js';
import type { CallProblem, CallProblems } from './read-call.js';
import { isSecretName } from '../../../secrets/secrets.js';
import { AddButton, ProblemText, RemoveButton, SecretInput, TextInput, useRowFocus } from '../../../ui/fields.js';

export interface FieldsProps {
  readonly form: Form;
  readonly problems: CallProblems;
  readonly onEdit: (edit: FormEdit) => void;
}

/** The text of a problem, and the button that sends the call nevertheless; undefined without a problem. */
export function showProblem(problem: CallProblem | undefined, onEdit: (edit: FormEdit) => void): ReactNode {
  if (problem === undefined) return undefined;
  const { message, accept } = problem;
  if (accept === undefined) return message;
  return (
    <>
      {message}{' '}
      <button type="button" className="link" onClick={() => onEdit(accept)}>
        Send without it
      </button>
    </>
  );
}

/** Common names of metadata. */
const NAMES = [
  { value: 'authorization', description: 'Bearer <token>' },
  { value: 'x-request-id', description: 'returned with the response, and logged' },
  { value: 'traceparent', description: 'W3C Trace Context' },
];

interface MetadataLineProps extends Omit<FieldsProps, 'form'> {
  readonly row: MetadataRow;
  readonly ordinal: number;
}

function MetadataLine({ row, ordinal, problems, onEdit }: MetadataLineProps) {
  const id = useId();
  const edit = (change: Partial<Omit<MetadataRow, 'id'>>) => onEdit(editRow(row.id, change));
  const problem = showProblem(problems.get(`metadata ${row.id}`), onEdit);
  const problemId = `${id}-problem`;
  const ties = problem !== undefined && { 'aria-describedby': problemId, 'aria-invalid': true };
  const binary = row.name.toLowerCase().endsWith('-bin');
  return (
    <li className="row row-header">
      <TextInput
        {...ties}
        id={id}
        className="cell-name"
        aria-label={`Name of metadata ${ordinal}`}
        placeholder="name"
        suggestions={NAMES}
        value={row.name}
        onValue={(text) => edit({ name: text })}
      />
      <SecretInput
        {...ties}
        secret={!binary && isSecretName(row.name)}
        showLabel={`Show value of metadata ${ordinal}`}
        className="cell-value"
        aria-label={`Value of metadata ${ordinal}`}
        placeholder={binary ? 'base64' : 'value'}
        value={row.value}
        onValue={(text) => edit({ value: text })}
      />
      <RemoveButton label={`Remove metadata ${ordinal}`} onRemove={() => onEdit(removeRow(row.id))} />
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
    </li>
  );
}

/** The metadata of the call, sent as header fields. */
export function Metadata({ form: { metadata }, problems, onEdit }: FieldsProps) {
  const list = useRowFocus(metadata.length);
  const id = useId();
  return (
    <fieldset aria-labelledby={id}>
      <div className="field-head split">
        <span className="field-label note" id={id}>
          Metadata
        </span>
        <AddButton label="Add metadata" onAdd={() => onEdit(addRow)} />
      </div>
      <ul className="rows" ref={list} tabIndex={-1}>
        {metadata.map((row, index) => (
          <MetadataLine key={row.id} row={row} ordinal={index + 1} problems={problems} onEdit={onEdit} />
        ))}
      </ul>
    </fieldset>
  );
}
