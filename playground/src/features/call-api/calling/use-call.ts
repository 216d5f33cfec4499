import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '../call.js';
import type { CallRecord } from '../record.js';
import { loadClient } from './use-client.js';

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
