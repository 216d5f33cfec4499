import { useCallback, useMemo, useState } from 'react';
import { revealAuth, type BuilderState } from '../model/build.js';
import { useLatest, useRun } from '../../../ui/rendering.js';
import { isSameRequest, type SentRequest } from './response.js';

/** Sends one request at a time; unmounting cancels it. `onShow` follows the first part of a response, and a failure. */
export function useSender(state: BuilderState, onShow: () => void) {
  const { state: running, run, cancel } = useRun();
  // The last request that was sent, with its response as far as it has come.
  const [sent, setSent] = useState<SentRequest>();
  const able = state.request !== undefined && state.problems.length === 0;
  const startedAt = running.phase === 'running' ? running.startedAt : undefined;
  // The reason why the last one couldn't even be tried, such as code that didn't load.
  const problem = running.phase === 'failed' ? running.reason : undefined;
  const isCurrent = sent !== undefined && able && isSameRequest(sent.request, revealAuth(state).request);
  const latest = useLatest({ state, onShow, isReady: able && startedAt === undefined });

  const send = useCallback(() => {
    const { state: now, isReady } = latest();
    if (!isReady) return;
    void run(async (signal) => {
      let isShown = false;
      const showResponse = () => {
        if (!isShown) latest().onShow();
        isShown = true;
      };
      const show = (entry: SentRequest) => {
        setSent(entry);
        showResponse();
      };
      try {
        // The code that sends loads with the first request.
        const { sendRequest } = await import('./send-by-fetch.js');
        show(await sendRequest(now, signal, show));
      } finally {
        showResponse();
      }
    });
  }, [latest, run]);
  return useMemo(
    () => ({ sent, isCurrent, problem, startedAt, able, send, cancel }),
    [sent, isCurrent, problem, startedAt, able, send, cancel],
  );
}

/** Everything about sending that a view may use; `isCurrent` is whether `sent` is the request of the form as it is now. */
export type Sender = ReturnType<typeof useSender>;
