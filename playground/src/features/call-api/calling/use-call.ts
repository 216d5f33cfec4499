import { useCallback, useState } from 'react';
import type { Call, CallRecord } from '../call.js';
import { useRun, type RunState } from '../../../ui/rendering.js';
import { getReason } from '../../../ui/text.js';

/** Loads the chunk that speaks gRPC; after a failed attempt the next use tries again. */
const loadClient = () => import('./grpc-client.js');

/** The chunk, undefined until it is loaded; `load` loads it. */
export function useClient() {
  const [client, setClient] = useState<Awaited<ReturnType<typeof loadClient>>>();
  // A failed call reports its problem; loading ahead of a call stays silent.
  const load = useCallback(() => void loadClient().then(setClient, () => undefined), []);
  return { client, load };
}

interface Unable {
  readonly phase: 'unable';
  readonly problem: string;
}

export type CallState = RunState<Unable>;

/** Runs one call at a time: a new call cancels the previous one, and so does unmounting. */
export function useCall() {
  const { state, run, cancel } = useRun<Unable>();

  /** Resolves to undefined if the page could not make the call; `state` has the reason. */
  const send = useCallback(
    async (call: Call): Promise<CallRecord | undefined> => {
      let record: CallRecord | undefined;
      await run(async (signal) => {
        try {
          record = await (await loadClient()).makeCall(call, signal);
          return { phase: 'idle' };
        } catch (error) {
          const reason = getReason(error);
          return { phase: 'unable', problem: `This page could not make the call: ${reason}. Reload the page.` };
        }
      });
      return record;
    },
    [run],
  );
  return { state, send, cancel };
}
