import { useCallback, useEffect, useState, useRef } from 'react';
import type { Call, CallRecord } from '../call.js';
import type * as grpcClient from './grpc-client.js';

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

export type CallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly startedAt: number }
  | { readonly phase: 'unable'; readonly problem: string };

const IDLE: CallState = { phase: 'idle' };

/** Runs one call at a time: a new call cancels the previous one, and so does unmounting. */
export function useCall() {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);

  /** Resolves to undefined if the page could not make the call; `state` has the reason. */
  const send = useCallback(async (call: Call): Promise<CallRecord | undefined> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'running', startedAt: performance.now() });
    let ended = IDLE;
    try {
      const { makeCall } = await loadClient();
      return await makeCall(call, controller.signal);
    } catch (error) {
      const problem = `This page could not make the call: ${error instanceof Error ? error.message : String(error)}. Reload the page.`;
      ended = { phase: 'unable', problem };
      return undefined;
    } finally {
      if (running.current === controller) setState(ended);
    }
  }, []);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  return { state, send, cancel };
}
