import { useCallback, useEffect, useState } from 'react';
import type { Call, CallRecord } from '../call.js';
import type * as grpcClient from './grpc-client.js';
import { useRun, type RunState } from '../../../ui/rendering.js';
import { getReason } from '../../../ui/text.js';

/** The chunk that speaks gRPC. */
type Client = typeof grpcClient;
/** Set on first use; after a failed attempt the next use tries again. */
let loading: Promise<Client> | undefined;

/** Loads the chunk that speaks gRPC. Rejects if that fails. */
async function loadClient(): Promise<Client> {
  loading ??= import('./grpc-client.js');
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** The chunk, undefined until it is loaded; `load` starts loading it. */
export function useClient(): { readonly client: Client | undefined; readonly load: () => void } {
  const [client, setClient] = useState<Client>();
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    if (!requested) return;
    // A failed call reports this problem; loading ahead of a call stays silent.
    loadClient().then(setClient, () => setRequested(false));
  }, [requested]);
  const load = useCallback(() => setRequested(true), []);
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
