import { useCallback, useState } from 'react';
import type { Call, CallRecord } from '../call.js';
import { useRun } from '../../../ui/rendering.js';

/** Loads the chunk that speaks gRPC; after a failed attempt the next use tries again. */
export const loadClient = () => import('./grpc-client.js');

/** The chunk, undefined until it is loaded; `load` loads it. */
export function useClient() {
  const [client, setClient] = useState<Awaited<ReturnType<typeof loadClient>>>();
  // A failed call reports its problem; loading ahead of a call stays silent.
  const load = useCallback(() => void loadClient().then(setClient, () => undefined), []);
  return { client, load };
}

/** Runs one call at a time; `onEnded` gets the record of each that could be made. */
export function useCall(onEnded: (record: CallRecord) => void) {
  const { state, run, cancel } = useRun();
  const send = useCallback(
    (call: Call) => run(async (signal) => onEnded(await (await loadClient()).makeCall(call, signal))),
    [run, onEnded],
  );
  return { state, send, cancel };
}
