import { useMemo, useState } from 'react';
import { Panel } from '../../../ui/containers/Panel.js';
import { findDifferences } from './compare.js';
import type { Call } from '../call.js';
import { Elapsed } from '../../../ui/controls/Elapsed.js';
import type { CallRecord } from '../record.js';
import { useLatest } from '../../../ui/rendering/use-latest.js';
import { useCall } from '../calling/use-call.js';
import { compareBuilds, type LocalBuild, type Verdict } from './verdict.js';

/** Differences that are shown. */
const SHOWN = 20;

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
        {found.slice(0, SHOWN).map(({ path, here: mine, there: theirs }) => (
          <tr key={path.join(' ')}>
            <th scope="row">{path.length === 0 ? 'the whole' : path.join(' › ')}</th>
            <td>{mine === undefined ? 'missing' : JSON.stringify(mine)}</td>
            <td>{theirs === undefined ? 'missing' : JSON.stringify(theirs)}</td>
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
  if (verdict.identical) return <p className="verdict verdict-good">Identical: {verdict.text}</p>;
  return (
    <>
      <p className="verdict verdict-bad">Different: {verdict.text}</p>
      <Differences here={verdict.here} there={verdict.there} />
    </>
  );
}

interface Comparison {
  /** The compared build, to notice when the route has changed since. */
  readonly local: LocalBuild;
  readonly record: CallRecord;
}

function Outcome({
  comparison: { local, record },
  current,
}: {
  readonly comparison: Comparison;
  readonly current: boolean;
}) {
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
  const button = useMemo(
    () => (
      <button type="button" className="button" disabled={!able} onClick={() => latest()()}>
        Build this route on the server too
      </button>
    ),
    [able, latest],
  );
  const current = comparison?.local === local;
  return (
    <Panel title="On the server" className="server-build" actions={button}>
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
        {state.phase === 'idle' && comparison !== undefined && <Outcome comparison={comparison} current={current} />}
      </div>
    </Panel>
  );
}
