import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallError, CallResult } from 'endpoint.js/client';
import type { Call } from './read-form.js';

export type CallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly startedAt: number }
  | { readonly phase: 'answered'; readonly result: CallResult }
  | { readonly phase: 'failed'; readonly error: CallError };

const IDLE: CallState = { phase: 'idle' };

/** gRPC is a chunk of its own, fetched with the first call. */
async function perform({ bridge, request, metadata, deadline }: Call, signal: AbortSignal): Promise<CallState> {
  const { CallError, Code, createCallClient } = await import('endpoint.js/client');
  try {
    const options = { signal, metadata, ...(deadline !== undefined && { deadline }) };
    return { phase: 'answered', result: await createCallClient({ host: bridge }).call(request, options) };
  } catch (error) {
    if (error instanceof CallError) return { phase: 'failed', error };
    // An address that can't be called.
    if (error instanceof TypeError)
      return { phase: 'failed', error: new CallError(Code.INVALID_ARGUMENT, error.message, { cause: error }) };
    throw error;
  }
}

/** One call at a time: a new one cancels the one before, and so does leaving. */
export function useCall() {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);

  const send = useCallback(async (call: Call): Promise<CallState> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'running', startedAt: performance.now() });
    const ended = await perform(call, controller.signal);
    if (running.current === controller) setState(ended);
    return ended;
  }, []);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  return { state, send, cancel };
}
