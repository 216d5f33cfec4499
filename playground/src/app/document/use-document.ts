import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { useLatest } from '../../ui/rendering/use-latest.js';
import { saveDraft } from './draft.js';
import { readLink, writeLink } from './link.js';
import type { Start } from './start.js';
import { initialState, reduceDocument, type DocumentAction, type DocumentState } from './state.js';

/** Browsers limit the number of address changes per second. */
const SETTLE_MS = 400;

export interface DocumentHandle {
  readonly state: DocumentState;
  readonly dispatch: (action: DocumentAction) => void;
  /** The problem of the opened link; undefined if it has none, or the message was closed. */
  readonly problem: string | undefined;
  readonly clearProblem: () => void;
}

/** Keeps the document in the address and on the device, once typing settles and before the page is left. */
function useKeeping(state: DocumentState, { base, embedded }: Start) {
  const document = state.timeline.present;
  const [first] = useState(document);
  const latest = useLatest(document);
  const keep = useCallback(() => {
    // A document that was only opened isn't a draft yet.
    if (!embedded && latest() !== first) saveDraft(latest(), base);
  }, [base, embedded, first, latest]);

  useEffect(() => {
    if (document === first) return undefined;
    const settle = async () => {
      keep();
      const { hash } = await writeLink(document, base);
      if (timer !== undefined)
        history.replaceState(null, '', `${location.pathname}${location.search}${hash ? `#${hash}` : ''}`);
    };
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => void settle(), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [document, base, first, keep]);

  // Registered once, not with each edit: the listener is expensive to replace.
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [keep]);
}

/** The document of the page with its undo steps, kept in the address and on the device. */
export function useDocument(start: Start): DocumentHandle {
  const [state, reduce] = useReducer(reduceDocument, start.document, initialState);
  const [problem, setProblem] = useState(start.problem);
  const dispatch = useCallback((action: DocumentAction) => reduce({ ...action, at: performance.now() }), []);
  useKeeping(state, start);

  // In the same frame as the page, like the shortcuts: a link opened in between would be lost.
  useLayoutEffect(() => {
    const open = async (hash: string) => {
      try {
        dispatch({ type: 'replace', document: await readLink(hash, start.base) });
        setProblem(undefined);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    // The page's own changes of the address don't fire this event: a link was opened, or the user went back. The address itself may
    // already hold an earlier edit again, which settled in between.
    const onHashChange = ({ newURL }: HashChangeEvent) => void open(new URL(newURL).hash.slice(1));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [dispatch, start.base]);

  return { state, dispatch, problem, clearProblem: useCallback(() => setProblem(undefined), []) };
}
