import { useCallback, useMemo, useState } from 'react';
import type { BuilderState } from '../model/build.js';
import { useLatest, useRun } from '../../../ui/rendering.js';
import type { SentRequest } from './answer.js';
import { getReason } from '../../../ui/text.js';

/** Everything about sending that a view may use. */
export interface Sender {
  /** The last request that was sent. */
  readonly sent: SentRequest | undefined;
  /** The reason why the last one couldn't even be tried, such as code that didn't load. */
  readonly problem: string | undefined;
  /** By `performance.now()`; undefined while nothing runs. */
  readonly startedAt: number | undefined;
  /** Whether the form's request can be sent. */
  readonly able: boolean;
  /** Sends the request as it is now. */
  readonly send: () => void;
  readonly cancel: () => void;
}

/** Sends one request at a time: a new one cancels the previous one, and so does unmounting. `onEnd` follows an answer or a failure. */
export function useSender(state: BuilderState, onEnd: () => void): Sender {
  const { state: running, run, cancel } = useRun<{ readonly phase: 'idle' }>();
  const [sent, setSent] = useState<SentRequest>();
  const [problem, setProblem] = useState<string>();
  const latest = useLatest({ state, onEnd });
  const able = state.built !== undefined;
  const startedAt = running.phase === 'running' ? running.startedAt : undefined;

  const send = useCallback(() => {
    const { state: now } = latest();
    void run(async (signal) => {
      try {
        // The code that sends loads with the first request.
        const { sendRequest } = await import('./send-by-fetch.js');
        const entry = await sendRequest(now, signal);
        setProblem(undefined);
        if (entry === undefined) return { phase: 'idle' };
        setSent(entry);
        latest().onEnd();
      } catch (error) {
        setProblem(getReason(error));
        latest().onEnd();
      }
      return { phase: 'idle' };
    });
  }, [latest, run]);
  return useMemo(
    () => ({ sent, problem, startedAt, able, send, cancel }),
    [sent, problem, startedAt, able, send, cancel],
  );
}
