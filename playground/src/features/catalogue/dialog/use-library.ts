import { useCallback, useEffect, useState } from 'react';
import { useRun } from '../../../ui/rendering.js';
import { askLibrary, readInThread } from '../library/library.js';
import type { Hits, Question, Shelf } from '../library/messages.js';
import type { DocumentSource } from '../reading/read-document.js';
import { getReason } from '../../../ui/text.js';

/** The documents, and the work on them. `problem` is a sentence about the last failure. */
export function useLibrary(first: DocumentSource | undefined) {
  const [shelf, setShelf] = useState<Shelf>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState('');
  const { state, run, cancel } = useRun<never>();

  const load = useCallback(
    (source: DocumentSource) =>
      run(async (signal) => {
        setProblem(undefined);
        setProgress('');
        try {
          const document = await readInThread(source, setProgress, signal);
          setShelf(await askLibrary('add', { document }, [document.catalogue]));
        } catch (error) {
          if (!signal.aborted) setProblem(getReason(error));
        }
        return { phase: 'idle' };
      }),
    [run],
  );

  const change = useCallback(async (name: 'choose' | 'remove', question: Question<'choose'>) => {
    try {
      setShelf(await askLibrary(name, question));
      setProblem(undefined);
    } catch (error) {
      setProblem(getReason(error));
    }
  }, []);

  useEffect(() => {
    let isCurrent = true;
    askLibrary('open', {}).then(
      // A document that was loaded meanwhile is newer.
      (opened) => isCurrent && setShelf((now) => now ?? opened),
      (error: unknown) => isCurrent && setProblem(getReason(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, []);

  useEffect(() => {
    if (first !== undefined) void load(first);
  }, [first, load]);

  return {
    shelf,
    problem,
    setProblem,
    progress,
    running: state.phase === 'running' ? state : undefined,
    load,
    cancel,
    change,
  };
}

/** The hits of a query in a document; those of an earlier query while the search runs. */
export function useHits(id: string | undefined, query: string, onProblem: (problem: string) => void) {
  const [found, setFound] = useState<Hits & { readonly id: string; readonly query: string }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    let isCurrent = true;
    askLibrary('search', { id, query }).then(
      (hits) => isCurrent && setFound({ ...hits, id, query }),
      (error: unknown) => isCurrent && onProblem(getReason(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, query, onProblem]);
  return found?.id === id ? found : undefined;
}
