import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { useLatest } from '../../ui/rendering/use-latest.js';
import { saveDraft } from './draft.js';
import { readLink, writeLink } from './link.js';
import type { Start } from './start.js';
import { initialState, reduceDocument, type DocumentAction, type DocumentState } from './state.js';

/** Browsers refuse more than a few addresses a second. */
const SETTLE_MS = 400;

export interface DocumentHandle {
  readonly state: DocumentState;
  readonly dispatch: (action: DocumentAction) => void;
  /** What went wrong with a link; undefined where nothing did, or it was put away. */
  readonly problem: string | undefined;
  readonly clearProblem: () => void;
}

/** Writes the document into the address and onto the device, once typing settles and before the page is left. */
function useKeeping(state: DocumentState, { base, embedded }: Start) {
  const document = state.timeline.present;
  const [first] = useState(document);
  const latest = useLatest(document);
  const keep = useCallback(() => {
    // What was only opened is nobody's draft yet.
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

  // Once, not with each edit: browsers note who listens to it.
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [keep]);
}

/** The document of the page, with its undo steps, in the address, and on the device. */
export function useDocument(start: Start): DocumentHandle {
  const [state, reduce] = useReducer(reduceDocument, start.document, initialState);
  const [problem, setProblem] = useState(start.problem);
  const dispatch = useCallback((action: DocumentAction) => reduce({ ...action, at: performance.now() }), []);
  useKeeping(state, start);

  // With the paint of the page, as the keys: a link opened in between would not be.
  useLayoutEffect(() => {
    const open = async (hash: string) => {
      try {
        dispatch({ type: 'replace', document: await readLink(hash, start.base) });
        setProblem(undefined);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    // Our own changes of the address don't fire this: a link was opened, or the user went back. The address itself may already hold
    // an earlier edit again, which settled in between.
    const onHashChange = ({ newURL }: HashChangeEvent) => void open(new URL(newURL).hash.slice(1));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [dispatch, start.base]);

  return { state, dispatch, problem, clearProblem: useCallback(() => setProblem(undefined), []) };
}
