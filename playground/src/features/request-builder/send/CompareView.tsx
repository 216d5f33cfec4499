import { useEffect, useState } from 'react';
import { ComparisonTable, type Change } from '../../../ui/ComparisonTable.js';
import type { Answer, SentRequest } from './answer.js';
import type { Comparison } from './body/compare.js';
import { BodyWorker } from './body/worker.js';
import { getReason } from '../../../ui/reason.js';

/** The headers that differ. */
function compareHeaders(before: Answer, after: Answer): Change[] {
  const earlier = new Map(before.headers);
  const later = new Map(after.headers);
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .sort()
    .filter((name) => earlier.get(name) !== later.get(name))
    .map((name) => ({ part: `header ${name}`, before: earlier.get(name), after: later.get(name) }));
}

type BodyComparison = Comparison | { readonly failure: string };

/** The differences of two bodies, found in a worker; undefined until then. */
function useComparison(before: Blob, after: Blob): BodyComparison | undefined {
  const [found, setFound] = useState<{ readonly of: readonly [Blob, Blob]; readonly comparison: BodyComparison }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const worker = new BodyWorker(signal);
    const compare = async () => {
      let comparison: BodyComparison;
      try {
        comparison = await worker.ask('compare', { before, after });
      } catch (error) {
        comparison = { failure: getReason(error) };
      }
      if (!signal.aborted) setFound({ of: [before, after], comparison });
    };
    void compare();
    return () => controller.abort();
  }, [before, after]);
  return found?.of[0] === before && found.of[1] === after ? found.comparison : undefined;
}

/** An answer to compare with another. */
export interface Compared {
  readonly entry: SentRequest;
  readonly answer: Answer;
}

function ComparisonOf({ before, after }: { readonly before: Compared; readonly after: Compared }) {
  const body = useComparison(before.answer.body, after.answer.body);
  if (body === undefined) return <p className="empty">Comparing …</p>;
  if ('failure' in body) return <p className="failure">The bodies can’t be compared: {body.failure}</p>;
  const changes: Change[] = [
    ...(before.entry.summary === after.entry.summary
      ? []
      : [{ part: 'status', before: before.entry.summary, after: after.entry.summary }]),
    ...compareHeaders(before.answer, after.answer),
    ...body.differences.map(({ place, ...values }) => ({ part: place === '' ? 'body' : `body ${place}`, ...values })),
  ];
  if (changes.length === 0) return <p className="empty">Status, headers and body are the same.</p>;
  return (
    <>
      <ComparisonTable changes={changes} before="Before" />
      {body.more && <p className="note">Only the first differences of the bodies are listed.</p>}
    </>
  );
}

interface CompareViewProps {
  readonly after: Compared;
  /** The other answers, the newest first. */
  readonly others: readonly Compared[];
  readonly describe: (entry: SentRequest) => string;
}

/** Compares an answer with another one of this tab: at first with the one before it. */
export function CompareView({ after, others, describe }: CompareViewProps) {
  const [chosen, setChosen] = useState<number>();
  const before =
    others.find(({ entry }) => entry.id === chosen) ??
    others.find(({ entry }) => entry.id < after.entry.id) ??
    others[0];
  if (before === undefined)
    return <p className="empty">Send once more: status, headers and body are compared with this response.</p>;
  return (
    <>
      <select
        className="input select compare-select"
        aria-label="Compare with"
        value={before.entry.id}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {others.map(({ entry }) => (
          <option key={entry.id} value={entry.id}>
            {describe(entry)}
          </option>
        ))}
      </select>
      <ComparisonOf before={before} after={after} />
    </>
  );
}
