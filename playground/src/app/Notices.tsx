import { useEffect } from 'react';
import { CloseButton } from '../ui/buttons.js';

const SHOWN_MS = 8000;

/** The result of the last action, shown for a while. */
export function Notice({ text, onEnd }: { readonly text: string; readonly onEnd: () => void }) {
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text, onEnd]);
  return (
    <output className="notice" data-visible={text !== ''}>
      {text}
    </output>
  );
}

/** The problem of the opened link. */
export function LinkProblem({ problem, onClose }: { readonly problem: string; readonly onClose: () => void }) {
  return (
    <div className="link-problem" role="alert">
      <p>{problem}</p>
      <CloseButton label="Close message" onClick={onClose} />
    </div>
  );
}
