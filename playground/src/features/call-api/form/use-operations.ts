import { useCallback, useState } from 'react';
import type { Call } from './call.js';
import { readOperations, type Operation } from './operations.js';
import { useCall } from '../calling/use-call.js';

/** What is known of the operations of a bridge's server. */
export type OperationsAnswer =
  | { readonly kind: 'listed'; readonly operations: readonly Operation[] }
  | { readonly kind: 'failed'; readonly problem: string };

const DEADLINE_MS = 5000;

/** Asks servers for their operations; `bridge` is the one that counts. */
export function useOperations(bridge: string) {
  const { state, send, cancel } = useCall();
  const [answers, setAnswers] = useState<ReadonlyMap<string, OperationsAnswer>>(new Map());
  const [asked, setAsked] = useState<string>();
  const answer = answers.get(bridge);

  /** Metadata may hold secrets: it goes along only to a bridge to which the user has sent it. */
  const ask = useCallback(
    (of: string, metadata: Call['metadata'] = []) => {
      setAsked(of);
      const request = { code: 'operations', str1: '', str2: '', intValue: 0 };
      const look = async () => {
        const record = await send({ bridge: of, request, metadata, deadline: DEADLINE_MS });
        if (record === undefined) return;
        const operations = record.answer?.success === true ? readOperations(record.answer.message) : undefined;
        const problem = record.answer === undefined ? record.status.name : 'the answer is no list';
        const found: OperationsAnswer =
          operations === undefined ? { kind: 'failed', problem } : { kind: 'listed', operations };
        setAnswers((before) => new Map(before).set(of, found));
      };
      void look();
    },
    [send],
  );

  /** Asks where nobody has yet. */
  const want = useCallback(() => {
    if (answer === undefined && asked !== bridge) ask(bridge);
  }, [answer, ask, asked, bridge]);

  const asking = asked === bridge && state.phase === 'running' ? state : undefined;
  return { answer, asking, want, ask, cancel };
}
