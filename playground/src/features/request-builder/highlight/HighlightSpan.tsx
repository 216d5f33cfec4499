import { memo } from 'react';
import { highlightAttributes, useIsHighlighted, type HighlightSource } from './HighlightContext.js';

interface HighlightSpanProps extends HighlightSource {
  readonly text: string;
  readonly className: string;
}

/** A piece of text that is highlighted with its subjects. */
export const HighlightSpan = memo(function HighlightSpan({ text, className, subjects, from }: HighlightSpanProps) {
  const highlighted = useIsHighlighted(subjects);
  return (
    <span
      className={className}
      data-highlighted={highlighted || undefined}
      {...highlightAttributes({ subjects, from })}
    >
      {text}
    </span>
  );
});
