import type { ReactNode } from 'react';
import { litAttributes, useIsLit, type LitSource } from './HighlightContext.js';

interface LitRowProps extends LitSource {
  readonly className: string;
  readonly children: ReactNode;
}

/** A row that lights up with what it belongs to; what is in it does not render again for that. */
export function LitRow({ className, subjects, from, children }: LitRowProps) {
  const lit = useIsLit(subjects);
  return (
    <li className={className} data-lit={lit || undefined} {...litAttributes({ subjects, from })}>
      {children}
    </li>
  );
}
