import { useCallback, useEffect, useState } from 'react';
import { addAll, listen, loadAll, remove, replace } from './database.js';
import { addRequests, copySaved, sortSaved, type Addition, type NewRequest, type SavedRequest } from './library.js';

/** One sentence about a failure of the device's storage, and what to do. `effect` is the beginning of it. */
function describeFailure(effect: string, error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return `${effect}: the browser’s storage is full. Export the saved requests to a file, then delete some.`;
  return `${effect}: the browser blocks storage for this page, as private windows may do.`;
}

const NOT_SAVED = 'Nothing was saved';

/** Adds requests beside those of the device. */
export async function addToLibrary(requests: readonly NewRequest[]): Promise<Addition> {
  const addition = addRequests(await loadAll(), requests);
  await addAll(addition.added);
  return addition;
}

/** The saved requests of this device, as this and other tabs change them, and the problem with the storage. */
function useRequests() {
  /** Sorted; undefined until they are loaded. */
  const [requests, setRequests] = useState<readonly SavedRequest[]>();
  const [problem, setProblem] = useState<string>();

  const reload = useCallback(
    () =>
      loadAll().then(
        (loaded) => setRequests(sortSaved(loaded)),
        (error: unknown) => {
          setProblem(describeFailure('The saved requests can’t be loaded', error));
          setRequests((shown) => shown ?? []);
        },
      ),
    [],
  );
  useEffect(() => {
    void reload();
    return listen(() => void reload());
  }, [reload]);

  /** Runs a change and shows its result; undefined if the storage refused it, with a problem that begins with `failure`. */
  const run = useCallback(
    async <Result>(failure: string, change: () => Promise<Result>): Promise<Result | undefined> => {
      setProblem(undefined);
      try {
        const result = await change();
        await reload();
        return result;
      } catch (error) {
        setProblem(describeFailure(failure, error));
        return undefined;
      }
    },
    [reload],
  );
  return { requests, problem, setProblem, run };
}

/** The saved requests of this device, and their changes. */
export function useLibrary() {
  const { requests, problem, setProblem, run } = useRequests();
  /** Runs a change without a result; returns whether it was made. */
  const apply = useCallback(
    async (failure: string, change: () => Promise<void>) =>
      (await run(failure, async () => (await change(), true))) ?? false,
    [run],
  );

  const add = useCallback((added: readonly NewRequest[]) => run(NOT_SAVED, () => addToLibrary(added)), [run]);
  const duplicate = useCallback(
    (request: SavedRequest) => apply(NOT_SAVED, async () => addAll([copySaved(await loadAll(), request)])),
    [apply],
  );
  const restore = useCallback(
    (removed: SavedRequest) => apply(`“${removed.name}” wasn’t restored`, () => addAll([removed])),
    [apply],
  );
  const discard = useCallback(
    ({ id, name }: SavedRequest) => apply(`“${name}” wasn’t deleted`, () => remove(id)),
    [apply],
  );
  const revise = useCallback(
    async (revised: SavedRequest) => {
      const replaced = await run(NOT_SAVED, () => replace(revised));
      if (replaced === false)
        setProblem(`“${revised.name}” was changed or deleted in another tab meanwhile. Save it as a new request.`);
      return replaced === true;
    },
    [run, setProblem],
  );
  return { requests, problem, add, duplicate, restore, discard, revise };
}
