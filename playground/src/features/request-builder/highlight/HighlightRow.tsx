import type { ReactNode } from 'react';
import { highlightAttributes, useIsHighlighted, type HighlightSource } from './HighlightContext.js';

interface HighlightRowProps extends HighlightSource {
  readonly className: string;
  readonly children: ReactNode;
}

/** A row that is highlighted with its subjects; its children don't render again for that. */
export function HighlightRow({ className, subjects, from, children }: HighlightRowProps) {
  const highlighted = useIsHighlighted(subjects);
  return (
    <li className={className} data-highlighted={highlighted || undefined} {...highlightAttributes({ subjects, from })}>
      {children}
    </li>
  );
}
