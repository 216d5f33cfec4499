import { useCallback, useMemo, useState } from 'react';
import type { BuilderState } from '../model/build.js';
import { useLatest, useRun } from '../../../ui/rendering.js';
import type { SentRequest } from './answer.js';
import type { Way } from './send-request.js';
import { getReason } from '../../../ui/reason.js';

/** The requests that are kept, with their bodies. */
const MAX_KEPT = 10;

/** Everything about sending that a view may use. */
export interface Sender {
  /** The newest first. */
  readonly sent: readonly SentRequest[];
  /** The reason why the last one couldn't even be tried, such as code that didn't load. */
  readonly problem: string | undefined;
  /** By `performance.now()`; undefined while nothing runs. */
  readonly startedAt: number | undefined;
  /** Whether the form's request can be sent. */
  readonly able: boolean;
  /** Whether there is a server that can send too. */
  readonly hasServer: boolean;
  readonly via: Way;
  readonly onVia: (via: Way) => void;
  /** Sends the request as it is now, or that of an earlier state; without an argument in the chosen way. */
  readonly send: (via?: Way, earlier?: BuilderState) => void;
  readonly cancel: () => void;
}

interface SenderSettings {
  /** Address of the bridge to the call service; without it only the page sends. */
  readonly bridge: string | undefined;
  readonly via: Way;
  readonly onVia: (via: Way) => void;
  /** Called after an answer or a failure. */
  readonly onEnd: () => void;
}

/** Sends one request at a time: a new one cancels the previous one, and so does unmounting. */
export function useSender(state: BuilderState, { bridge, via, onVia, onEnd }: SenderSettings): Sender {
  const { state: running, run, cancel } = useRun<{ readonly phase: 'idle' }>();
  const [sent, setSent] = useState<readonly SentRequest[]>([]);
  const [problem, setProblem] = useState<string>();
  const latest = useLatest({ state, via, bridge, onEnd });
  const able = state.problems.length === 0 && state.built !== undefined;
  const startedAt = running.phase === 'running' ? running.startedAt : undefined;

  const send = useCallback(
    (chosen?: Way, earlier?: BuilderState) => {
      const { state: now, via: usual, bridge: address } = latest();
      void run(async (signal) => {
        try {
          // The code that sends loads with the first request.
          const { sendRequest } = await import('./send-request.js');
          const entry = await sendRequest(earlier ?? now, chosen ?? usual, address, signal);
          if (entry) setSent((others) => [{ id: (others[0]?.id ?? 0) + 1, ...entry }, ...others].slice(0, MAX_KEPT));
          setProblem(undefined);
          if (entry) latest().onEnd();
        } catch (error) {
          setProblem(getReason(error));
          latest().onEnd();
        }
        return { phase: 'idle' };
      });
    },
    [latest, run],
  );
  const hasServer = bridge !== undefined;
  return useMemo(
    () => ({ sent, problem, startedAt, able, hasServer, via, onVia, send, cancel }),
    [sent, problem, startedAt, able, hasServer, via, onVia, send, cancel],
  );
}
