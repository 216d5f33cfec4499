import { useEffect, useState } from 'react';
import { CloseButton } from '../ui/buttons.js';
import { load, save } from './document/storage.js';
import type { PageActions } from './page-actions.js';

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

const WELCOMED = 'welcomed';

/** Offers the tour on a first visit. */
export function Welcome({ actions }: { readonly actions: PageActions }) {
  const [welcomed] = useState(() => load(WELCOMED) === true);
  if (welcomed) return null;
  const start = () => {
    save(WELCOMED, true);
    actions.open('tour');
  };
  return (
    <button type="button" className="button button-quiet welcome" onClick={start}>
      Take the tour
    </button>
  );
}
