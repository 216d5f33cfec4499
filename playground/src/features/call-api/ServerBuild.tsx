import { lazy, Suspense, useMemo, useState } from 'react';
import type { CallRecord } from './call.js';
import { useCall } from './calling/use-call.js';
import { initialForm } from './form/form.js';
import { useReadCall } from './form/use-read-call.js';
import { parseJson, isContainer, readMember } from '../../json/json.js';
import { Elapsed } from '../../ui/buttons.js';
import type { Variable } from '../../variables/references.js';

/** A build in the page, and the call that asks the server for the same build. */
export interface LocalBuild {
  readonly call: { readonly route: string; readonly options: string };
  readonly outcome: { readonly request: object } | { readonly refusal: string };
  /** A reason for the server to build another request. */
  readonly reservation?: string;
}

/** The comparison of two builds of one route; `text` describes it. */
type Verdict =
  | { readonly identical: true; readonly text: string }
  | { readonly identical: false; readonly text: string; readonly here: unknown; readonly there: unknown };

// Other views have it too: it must not be in the file of this one.
const ComparisonTable = lazy(async () => ({
  default: (await import('../../ui/ComparisonTable.js')).ComparisonTable,
}));

/** Differences that are shown. */
const SHOWN = 20;

function formatValue(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function Differences({ here, there }: { readonly here: unknown; readonly there: unknown }) {
  const found = findDifferences(here, there);
  return (
    <ComparisonTable
      part="Where"
      before="In this page"
      after="On the server"
      changes={found.slice(0, SHOWN).map(({ path, ...values }) => ({
        part: path.length === 0 ? 'the whole' : path.join(' › '),
        before: formatValue(values.here),
        after: formatValue(values.there),
      }))}
      caption={found.length > SHOWN ? `The first ${SHOWN} of ${found.length} differences.` : undefined}
    />
  );
}

function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  if (verdict.identical)
    return (
      <p className="verdict" data-tone="good">
        Identical: {verdict.text}
      </p>
    );
  return (
    <>
      <p className="verdict" data-tone="bad">
        Different: {verdict.text}
      </p>
      <Suspense fallback={null}>
        <Differences here={verdict.here} there={verdict.there} />
      </Suspense>
    </>
  );
}

interface Comparison {
  /** The compared build, to notice when the route has changed since. */
  readonly local: LocalBuild;
  readonly record: CallRecord;
}

function Outcome({ local, record, current }: Comparison & { readonly current: boolean }) {
  if (record.answer === undefined) {
    return (
      <p className="failure">
        {record.status.name}: {record.advice.title}. {record.text}
      </p>
    );
  }
  return (
    <>
      <VerdictText verdict={compareBuilds(local.outcome, record.answer)} />
      {local.reservation !== undefined && <p className="empty">{local.reservation}</p>}
      {!current && <p className="empty">This was an earlier version of the route.</p>}
    </>
  );
}

interface ServerBuildProps {
  /** Address of the bridge, as typed. */
  readonly bridge: string;
  /** Values of `{{name}}` in the address. */
  readonly variables: readonly Variable[];
  /** The build of this page; undefined while a field can't be read. */
  readonly local: LocalBuild | undefined;
}

/** Builds the same route on the server, by the operation `build`, and compares the results. */
export function ServerBuild({ bridge, variables, local }: ServerBuildProps) {
  const { state, send, cancel } = useCall();
  const [comparison, setComparison] = useState<Comparison>();
  const form = useMemo(() => ({ ...initialForm, bridge }), [bridge]);
  const { call, problems } = useReadCall(form, variables);

  const compare = async () => {
    if (local === undefined) return;
    const { route, options } = local.call;
    const request = { code: 'build', str1: route, str2: options, intValue: 0 };
    const record = await send({ ...call, request, deadline: 10_000 });
    if (record !== undefined) setComparison({ local, record });
  };

  const running = state.phase === 'running';
  const able = local !== undefined && problems.size === 0 && !running;
  const current = comparison?.local === local;
  return (
    <div className="server-build">
      <button type="button" className="button" disabled={!able} onClick={() => void compare()}>
        Compare with the server
      </button>
      <div aria-live="polite" data-stale={!current}>
        {running && (
          <p className="empty">
            Waiting for the server … <Elapsed quiet startedAt={state.startedAt} onCancel={cancel} />
          </p>
        )}
        {problems.has('bridge') && <p className="failure">Bridge address: {problems.get('bridge')}</p>}
        {state.phase === 'unable' && <p className="failure">{state.problem}</p>}
        {state.phase === 'idle' && comparison === undefined && (
          <p className="empty">Runs the same route and options through the call service, and compares the results.</p>
        )}
        {state.phase === 'idle' && comparison !== undefined && <Outcome {...comparison} current={current} />}
      </div>
    </div>
  );
}

/** The request that the server built; a text that isn't JSON stays text, which differs from any request. */
function readRequest(message: string): unknown {
  const json = parseJson(message);
  return json.ok ? json.value : message;
}

type ServerAnswer = NonNullable<CallRecord['answer']>;

function compareRefusals(here: string, there: string): Verdict {
  if (here === there) return { identical: true, text: 'the server refuses it too, in the same words.' };
  return { identical: false, text: 'the server refuses it in different words.', here, there };
}

/** Compares a build in the page with the server's answer to the same build. */
export function compareBuilds(outcome: LocalBuild['outcome'], { success, message }: ServerAnswer): Verdict {
  if ('refusal' in outcome) {
    const here = outcome.refusal;
    if (!success) return compareRefusals(here, message);
    return { identical: false, text: 'only the server could build it.', here, there: readRequest(message) };
  }
  if (!success)
    return { identical: false, text: 'only this page could build it.', here: outcome.request, there: message };
  const here: unknown = JSON.parse(JSON.stringify(outcome.request));
  const there = readRequest(message);
  if (findDifferences(here, there).length > 0)
    return { identical: false, text: 'the server built a different request.', here, there };
  const bytes = new TextEncoder().encode(message).length;
  return { identical: true, text: `the server built the same request, ${bytes} bytes of JSON.` };
}

/** A difference of two JSON values; `undefined` means that there is none. */
interface Difference {
  /** Names and indices from the outside in; empty for the whole values. */
  readonly path: readonly string[];
  readonly here: unknown;
  readonly there: unknown;
}

/** All differences of two JSON values, in the order of the first. The order of an object's keys doesn't matter. */
export function findDifferences(here: unknown, there: unknown, path: readonly string[] = []): readonly Difference[] {
  if (Object.is(here, there)) return [];
  if (!isContainer(here) || !isContainer(there) || Array.isArray(here) !== Array.isArray(there)) {
    return [{ path, here, there }];
  }
  const keys = [...Object.keys(here), ...Object.keys(there).filter((key) => !Object.hasOwn(here, key))];
  return keys.flatMap((key) => findDifferences(readMember(here, key), readMember(there, key), [...path, key]));
}
