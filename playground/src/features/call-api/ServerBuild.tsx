import { useState } from 'react';
import type { Call, CallRecord } from './call.js';
import { useCall } from './calling/use-call.js';
import { parseJson, isContainer, readMember } from '../../json/json.js';
import { Elapsed } from '../../ui/buttons.js';
import { useLatest } from '../../ui/rendering.js';

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

/** Differences that are shown. */
const SHOWN = 20;

function formatValue(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

function Differences({ here, there }: { readonly here: unknown; readonly there: unknown }) {
  const found = findDifferences(here, there);
  return (
    <table className="comparison">
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">In this page</th>
          <th scope="col">On the server</th>
        </tr>
      </thead>
      <tbody>
        {found.slice(0, SHOWN).map((difference) => (
          <tr key={JSON.stringify(difference.path)}>
            <th scope="row">{difference.path.length === 0 ? 'the whole' : difference.path.join(' › ')}</th>
            <td>{formatValue(difference.here)}</td>
            <td>{formatValue(difference.there)}</td>
          </tr>
        ))}
      </tbody>
      {found.length > SHOWN && (
        <caption>
          The first {SHOWN} of {found.length} differences.
        </caption>
      )}
    </table>
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
      <Differences here={verdict.here} there={verdict.there} />
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
  readonly bridge: string;
  /** The build of this page; undefined while a field can't be read. */
  readonly local: LocalBuild | undefined;
}

/** Builds the same route on the server, by the operation `build`, and compares the results. */
export function ServerBuild({ bridge, local }: ServerBuildProps) {
  const { state, send, cancel } = useCall();
  const [comparison, setComparison] = useState<Comparison>();

  const compare = async (build: LocalBuild) => {
    const request = { code: 'build', str1: build.call.route, str2: build.call.options, intValue: 0 };
    const call: Call = { bridge: bridge.trim(), request, metadata: [], deadline: 10_000 };
    const record = await send(call);
    if (record !== undefined) setComparison({ local: build, record });
  };

  const latest = useLatest(() => {
    if (local) void compare(local);
  });
  const running = state.phase === 'running';
  const able = local !== undefined && !running;
  const current = comparison?.local === local;
  return (
    <div className="server-build">
      <button type="button" className="button" disabled={!able} onClick={() => latest()()}>
        Compare with the server
      </button>
      <div aria-live="polite" data-stale={!current}>
        {running && (
          <p className="empty">
            Waiting for the server … <Elapsed quiet startedAt={state.startedAt} onCancel={cancel} />
          </p>
        )}
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
  return { identical: false, text: 'the server refuses it in other words.', here, there };
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
    return { identical: false, text: 'the server built another request.', here, there };
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
