import { lazy, Suspense, useState, type Ref, useImperativeHandle } from 'react';
import { Panel } from '../../../components/Panel.js';
import type { BuilderState } from '../build.js';
import type { Sending } from './exchange.js';
import { Elapsed } from '../../../components/Elapsed.js';
import { useSend } from './use-send.js';

const Response = lazy(() => import('./Response.js'));

const WAYS: Readonly<Record<Sending['via'], string>> = { page: 'From this page', server: 'Through the server' };

/** What others may do with the panel. */
export interface SendHandle {
  readonly send: () => void;
}

interface SendProps {
  readonly state: BuilderState;
  /** Address of the bridge to the call service; without one only the page sends. */
  readonly bridge: string | undefined;
  readonly ref: Ref<SendHandle>;
}

function sendingOf(
  { built, problems, question }: BuilderState,
  via: Sending['via'],
  bridge: string | undefined,
): Sending | undefined {
  if (built === undefined || problems.length > 0) return undefined;
  if (via === 'page') return { via, request: built.request };
  return question && bridge !== undefined ? { via, call: question.call, bridge } : undefined;
}

/** Sends the built request, and shows what comes back. */
export function Send({ state, bridge, ref }: SendProps) {
  const { state: sent, send, cancel } = useSend();
  const [via, setVia] = useState<Sending['via']>('page');
  const sending = sendingOf(state, via, bridge);
  const start = () => {
    if (sending) void send(sending);
  };
  useImperativeHandle(ref, () => ({ send: start }));
  const ways = bridge === undefined ? (['page'] as const) : (['page', 'server'] as const);
  return (
    <Panel title="Send" className="send">
      <div className="send-bar">
        <button type="button" className="button button-primary" disabled={sending === undefined} onClick={start}>
          Send request
        </button>
        {ways.length > 1 && (
          <fieldset className="choice">
            <legend className="visually-hidden">Who sends it</legend>
            {ways.map((way) => (
              <label key={way} className="choice-option">
                <input type="radio" name="send-via" checked={via === way} onChange={() => setVia(way)} />
                <span>{WAYS[way]}</span>
              </label>
            ))}
          </fieldset>
        )}
        {sent.phase === 'running' && <Elapsed label="Cancel request" startedAt={sent.startedAt} onCancel={cancel} />}
      </div>
      <div aria-live="polite" aria-busy={sent.phase === 'running'}>
        {sent.phase === 'idle' && (
          <p className="empty">
            {state.problems.length > 0
              ? 'Can be sent once it can be built.'
              : 'Nothing sent yet. Status, headers and body of the response appear here.'}
          </p>
        )}
        {sent.phase === 'failed' && <p className="failure">{sent.message}</p>}
        {sent.phase === 'answered' && (
          <Suspense fallback={<p className="empty">…</p>}>
            <Response exchange={sent.exchange} />
          </Suspense>
        )}
      </div>
    </Panel>
  );
}
