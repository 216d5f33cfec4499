import { useCallback, useEffect, useState } from 'react';
import { addAll, listen, loadAll, remove, replace } from './database.js';
import { addRequests, sortSaved, type Addition, type NewRequest, type SavedRequest } from './library.js';

/** One sentence about a failure of the device's storage, and what to do. */
export function describeFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'Nothing was saved: the browser’s storage is full. Export the saved requests to a file, then delete some.';
  return 'Nothing was saved: the browser blocks storage for this page, as private windows may do.';
}

/** Adds requests beside those of the device. */
export async function addToLibrary(requests: readonly NewRequest[]): Promise<Addition> {
  const addition = addRequests(await loadAll(), requests);
  await addAll(addition.added);
  return addition;
}

/** The saved requests of this device, as this and other tabs change them. */
export function useLibrary() {
  /** Sorted; undefined until they are loaded. */
  const [requests, setRequests] = useState<readonly SavedRequest[]>();
  const [problem, setProblem] = useState<string>();

  const reload = useCallback(
    () =>
      loadAll().then(
        (loaded) => setRequests(sortSaved(loaded)),
        (error: unknown) => {
          setProblem(describeFailure(error));
          setRequests((shown) => shown ?? []);
        },
      ),
    [],
  );
  useEffect(() => {
    void reload();
    return listen(() => void reload());
  }, [reload]);

  /** Runs a change and shows its result; undefined if the storage refused it. */
  const run = useCallback(
    async <Result>(change: () => Promise<Result>): Promise<Result | undefined> => {
      setProblem(undefined);
      try {
        const result = await change();
        await reload();
        return result;
      } catch (error) {
        setProblem(describeFailure(error));
        return undefined;
      }
    },
    [reload],
  );

  const add = useCallback((added: readonly NewRequest[]) => run(() => addToLibrary(added)), [run]);
  const restore = useCallback((removed: SavedRequest) => run(() => addAll([removed])), [run]);
  const discard = useCallback((id: string) => run(() => remove(id)), [run]);
  const revise = useCallback(
    async (revised: SavedRequest) => {
      const replaced = await run(() => replace(revised));
      if (replaced === false)
        setProblem(`“${revised.name}” was changed or deleted in another tab meanwhile. Save it as a new request.`);
      return replaced === true;
    },
    [run],
  );
  return { requests, problem, add, restore, discard, revise };
}
