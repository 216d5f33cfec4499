import { memo, type ReactNode } from 'react';
import { Icon, ICONS } from './Icon.js';

interface ProblemTextProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** The problem of the control that names this text in its `aria-describedby`. */
export const ProblemText = memo(function ProblemText({ id, children }: ProblemTextProps) {
  return (
    <p className="problem" id={id}>
      <Icon className="problem-icon" path={ICONS.problem} />
      <span>{children}</span>
    </p>
  );
});
