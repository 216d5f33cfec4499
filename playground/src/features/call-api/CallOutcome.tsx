import type { CallError, CallResult } from 'endpoint.js/client';
import type { ReactNode } from 'react';
import { Code } from '../../components/Code.js';
import { CopyButton } from '../../components/CopyButton.js';
import { formatJson } from '../../components/json-tokens.js';
import { Panel } from '../../components/Panel.js';
import type { CallState } from './use-call.js';

type Timing = CallResult['timing'];

function Fields({ title, fields }: { readonly title: string; readonly fields: Headers }) {
  const entries = [...fields];
  return (
    <section className="fields" aria-label={`Response ${title.toLowerCase()}`}>
      <h4 className="fields-title">{title}</h4>
      {entries.length === 0 ? (
        <p className="empty">none</p>
      ) : (
        <dl className="fields-list">
          {entries.map(([name, value]) => (
            <div key={`${name}: ${value}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

const PARTS: readonly (readonly [keyof Timing, string])[] = [
  ['total', 'total'],
  ['headers', 'to headers'],
  ['upstream', 'behind the bridge'],
  ['server', 'in the server'],
];

function Times({ timing }: { readonly timing: Timing | undefined }) {
  const known = PARTS.flatMap(([part, text]) => {
    const time = timing?.[part];
    return time === undefined ? [] : [{ text, time }];
  });
  return (
    <ul className="times" aria-label="Timing">
      {known.map(({ text, time }) => (
        <li key={text}>
          <b>{time < 10 ? time.toFixed(1) : Math.round(time)} ms</b> {text}
        </li>
      ))}
    </ul>
  );
}

interface HeadProps {
  readonly status: CallError['status'];
  readonly timing: Timing | undefined;
  readonly children?: ReactNode;
}

function Head({ status, timing, children }: HeadProps) {
  return (
    <div className="outcome-head">
      <p className={status.code === 0 ? 'badge badge-good' : 'badge badge-bad'}>
        <span className="visually-hidden">Status </span>
        {status.code} {status.name}
      </p>
      {children}
      <Times timing={timing} />
    </div>
  );
}

function Answer({ result }: { readonly result: CallResult }) {
  const { success, message, status, timing } = result;
  const text = formatJson(message) ?? message;
  return (
    <>
      <Head status={status} timing={timing}>
        <p className={success ? 'badge badge-good' : 'badge badge-warn'}>success: {String(success)}</p>
      </Head>
      <div className="copyable">
        <Code text={text} label="Message" />
        <CopyButton text={message} label="message" />
      </div>
      <Fields title="Headers" fields={result.headers} />
      <Fields title="Trailers" fields={result.trailers} />
    </>
  );
}

function Failure({ error }: { readonly error: CallError }) {
  return (
    <>
      <Head status={error.status} timing={error.timing} />
      <p className="failure">{error.message}</p>
      {/* A call that nobody answered has neither. */}
      {[...error.headers].length > 0 && <Fields title="Headers" fields={error.headers} />}
      {[...error.trailers].length > 0 && <Fields title="Trailers" fields={error.trailers} />}
    </>
  );
}

/** What came back from a call. */
export function CallOutcome({ state }: { readonly state: CallState }) {
  return (
    <Panel title="Response" className="outcome">
      <div aria-live="polite" aria-busy={state.phase === 'running'}>
        {state.phase === 'idle' && (
          <p className="empty">Nothing sent yet. The answer, its status and its metadata appear here.</p>
        )}
        {state.phase === 'running' && <p className="empty">Waiting for the answer …</p>}
        {state.phase === 'answered' && <Answer result={state.result} />}
        {state.phase === 'failed' && <Failure error={state.error} />}
      </div>
    </Panel>
  );
}
