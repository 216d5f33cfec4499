import type { Dispatch, ReactNode } from 'react';
import type { FormAction } from './edit-form.js';
import type { CallProblem } from './read-call.js';

/** The text of a problem, and the button that sends the call nevertheless; undefined without a problem. */
export function showProblem(problem: CallProblem | undefined, dispatch: Dispatch<FormAction>): ReactNode {
  if (problem === undefined) return undefined;
  const { message, accept } = problem;
  if (accept === undefined) return message;
  return (
    <>
      {message}{' '}
      <button type="button" className="link" onClick={() => dispatch(accept)}>
        Send without it
      </button>
    </>
  );
}
