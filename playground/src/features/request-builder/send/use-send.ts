import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReceivedResponse, Sending, SendState } from './sending.js';

const IDLE: SendState = { phase: 'idle' };

/** What sends is fetched with the first request, gRPC-Web only where a server is to send. */
async function sendVia(sending: Sending, signal: AbortSignal): Promise<ReceivedResponse> {
  if (sending.via === 'page') return (await import('./send-by-fetch.js')).sendByFetch(sending.request, signal);
  return (await import('./send-by-server.js')).sendByServer(sending.call, sending.bridge, signal);
}

/** One request at a time: a new one cancels the one before, and so does leaving. */
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
      ended = { phase: 'answered', exchange: await sendVia(sending, controller.signal) };
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
