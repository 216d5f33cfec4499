import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReceivedResponse, Sending, SendState } from './sending.js';

const IDLE: SendState = { phase: 'idle' };

/** The code that sends loads with the first request, gRPC-Web only if a server sends it. */
async function sendVia(sending: Sending, signal: AbortSignal): Promise<ReceivedResponse> {
  if (sending.via === 'page') return (await import('./send-by-fetch.js')).sendByFetch(sending.request, signal);
  return (await import('./send-by-server.js')).sendByServer(sending.call, sending.bridge, signal);
}

/** Runs one request at a time: a new request cancels the previous one, and so does unmounting. */
export function useSend() {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);

  const send = useCallback(async (sending: Sending) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'running', startedAt: performance.now() });
    let ended: SendState;
    try {
      ended = { phase: 'answered', response: await sendVia(sending, controller.signal) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      ended = { phase: 'failed', message: controller.signal.aborted ? 'Cancelled.' : message };
    }
    if (running.current === controller) setState(ended);
  }, []);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  return { state, send, cancel };
}
