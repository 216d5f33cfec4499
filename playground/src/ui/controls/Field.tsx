import { useId, type ReactNode } from 'react';
import { ProblemText } from './ProblemText.js';

/** Attributes that tie a control to its label, hint and problem. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control; screen readers read its hint and its problem with it. */
export function Field({ label, hint, problem, className = '', children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint === undefined ? [] : hintId, problem === undefined ? [] : problemId].flat().join(' ');
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {problem !== undefined && <ProblemText id={problemId}>{problem}</ProblemText>}
    </div>
  );
}
