import { memo } from 'react';
import { litAttributes, useIsLit, type LitSource } from './HighlightContext.js';

interface LitSpanProps extends LitSource {
  readonly text: string;
  readonly className: string;
}

/** A piece of text that lights up with what it belongs to. */
export const LitSpan = memo(function LitSpan({ text, className, subjects, from }: LitSpanProps) {
  const lit = useIsLit(subjects);
  return (
    <span className={className} data-lit={lit || undefined} {...litAttributes({ subjects, from })}>
      {text}
    </span>
  );
});
