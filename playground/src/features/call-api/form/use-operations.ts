import { useCallback, useState } from 'react';
import type { Call } from '../call.js';
import { readOperations, type Operation } from './operations.js';
import { useCall } from '../calling/use-call.js';

/** The answer of a server about its operations. */
export type OperationsAnswer =
  | { readonly kind: 'listed'; readonly operations: readonly Operation[] }
  | { readonly kind: 'failed'; readonly problem: string };

const DEADLINE_MS = 5000;

/** Asks servers for their operations; `bridge` is the current one. */
export function useOperations(bridge: string) {
  const { state, send, cancel } = useCall();
  const [answers, setAnswers] = useState<ReadonlyMap<string, OperationsAnswer>>(new Map());
  const [asked, setAsked] = useState<string>();
  const answer = answers.get(bridge);

  /** Metadata may hold secrets: it is sent only to a bridge that the user has sent it to. */
  const ask = useCallback(
    (address: string, metadata: Call['metadata'] = []) => {
      setAsked(address);
      const request = { code: 'operations', str1: '', str2: '', intValue: 0 };
      const look = async () => {
        const record = await send({ bridge: address, request, metadata, deadline: DEADLINE_MS });
        if (record === undefined) return;
        const operations = record.answer?.success === true ? readOperations(record.answer.message) : undefined;
        const problem = record.answer === undefined ? record.status.name : 'the answer isn’t a list';
        const found: OperationsAnswer =
          operations === undefined ? { kind: 'failed', problem } : { kind: 'listed', operations };
        setAnswers((before) => new Map(before).set(address, found));
      };
      void look();
    },
    [send],
  );

  /** Asks the current server, once. */
  const askOnce = useCallback(() => {
    if (answer === undefined && asked !== bridge) ask(bridge);
  }, [answer, ask, asked, bridge]);

  const asking = asked === bridge && state.phase === 'running' ? state : undefined;
  return { answer, asking, askOnce, ask, cancel };
}
