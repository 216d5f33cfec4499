import { memo, useEffect, useState } from 'react';
import { Icon, ICONS } from './Icon.js';

type CopyState = 'idle' | 'copied' | 'refused';
const TEXTS: Readonly<Record<CopyState, string>> = { idle: 'Copy', copied: 'Copied', refused: 'Not allowed' };

interface CopyButtonProps {
  /** A function suits texts that are expensive or change often: a stable one renders once. */
  readonly text: string | (() => string);
  /** Completes "Copy …" for screen readers. */
  readonly label: string;
}

/** Copies a text, and reports whether the browser allowed it. */
export const CopyButton = memo(function CopyButton({ text, label }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setState('copied');
    } catch {
      // The permission is missing, or a page without https has no clipboard at all.
      setState('refused');
    }
  };

  return (
    <>
      <button
        type="button"
        className="button button-quiet copy"
        data-state={state}
        aria-label={`Copy ${label}`}
        onClick={() => void copy()}
      >
        <Icon path={state === 'copied' ? ICONS.done : ICONS.copy} />
        <span>{TEXTS[state]}</span>
      </button>
      <output className="visually-hidden">{state === 'idle' ? '' : TEXTS[state]}</output>
    </>
  );
});
