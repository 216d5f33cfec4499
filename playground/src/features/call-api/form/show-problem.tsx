import type { ReactNode } from 'react';
import type { FormEdit } from './edit-form.js';
import type { CallProblem } from './read-call.js';

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
