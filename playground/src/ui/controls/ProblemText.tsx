import { memo, type ReactNode } from 'react';

interface ProblemTextProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** What is wrong with the control that names this text in its `aria-describedby`. */
export const ProblemText = memo(function ProblemText({ id, children }: ProblemTextProps) {
  return (
    <p className="problem" id={id}>
      <svg className="problem-icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 1.5 15 14H1L8 1.5Z M8 6v4 M8 11.8v.4" />
      </svg>
      <span>{children}</span>
    </p>
  );
});
