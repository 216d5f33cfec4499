import { useCallback, useState, lazy, memo, Suspense, useImperativeHandle, type Ref } from 'react';
import type { RequestOptions } from 'endpoint.js';
import type { ReceivedResponse } from './Response.js';
import { Choice } from '../../../ui/fields.js';
import { Panel } from '../../../ui/containers.js';
import type { BuildCall, BuilderState } from '../model/build.js';
import { Elapsed } from '../../../ui/buttons.js';
import { useLatest, useRun } from '../../../ui/rendering.js';

/** A request to send, and its sender. */
type Sending =
  | { readonly via: 'page'; readonly request: RequestOptions }
  | { readonly via: 'server'; readonly call: BuildCall; readonly bridge: string };

type SendEnd =
  | { readonly phase: 'answered'; readonly response: ReceivedResponse }
  | { readonly phase: 'failed'; readonly message: string };

/** The code that sends loads with the first request, gRPC-Web only if a server sends it. */
async function sendVia(sending: Sending, signal: AbortSignal): Promise<ReceivedResponse> {
  if (sending.via === 'page') return (await import('./send-by-fetch.js')).sendByFetch(sending.request, signal);
  return (await import('./send-by-server.js')).sendByServer(sending.call, sending.bridge, signal);
}

/** Runs one request at a time: a new request cancels the previous one, and so does unmounting. */
function useSend() {
  const { state, run, cancel } = useRun<SendEnd>();
  const send = useCallback(
    (sending: Sending) =>
      run(async (signal) => {
        try {
          return { phase: 'answered', response: await sendVia(sending, signal) };
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          return { phase: 'failed', message: signal.aborted ? 'Cancelled.' : message };
        }
      }),
    [run],
  );
  return { state, send, cancel };
}

const Response = lazy(() => import('./Response.js'));

type Way = Sending['via'];
const WAYS: readonly { readonly value: Way; readonly label: string }[] = [
  { value: 'page', label: 'From this page' },
  { value: 'server', label: 'Through the server' },
];

/** The actions that the panel offers to others. */
export interface SendHandle {
  readonly send: () => void;
}

interface SendProps {
  readonly state: BuilderState;
  /** Address of the bridge to the call service; without it only the page sends. */
  readonly bridge: string | undefined;
  readonly ref: Ref<SendHandle>;
}

function prepareSending(
  { built, problems, question }: BuilderState,
  via: Sending['via'],
  bridge: string | undefined,
): Sending | undefined {
  if (built === undefined || problems.length > 0) return undefined;
  if (via === 'page') return { via, request: built.request };
  return question && bridge !== undefined ? { via, call: question.call, bridge } : undefined;
}

interface SendPanelProps extends Pick<ReturnType<typeof useSend>, 'state' | 'cancel'> {
  /** Whether a server can send too. */
  readonly choice: boolean;
  readonly via: Way;
  readonly onVia: (via: Way) => void;
  readonly able: boolean;
  readonly failing: boolean;
  readonly onStart: () => void;
}

const SendPanel = memo(function SendPanel(props: SendPanelProps) {
  const { state: sent, cancel, choice, via, onVia, able, failing, onStart } = props;
  return (
    <Panel title="Send" className="send">
      <div className="send-bar">
        <button type="button" className="button button-primary" disabled={!able} onClick={onStart}>
          Send request
        </button>
        {choice && <Choice legend="Sender" options={WAYS} value={via} onValue={onVia} />}
        {sent.phase === 'running' && <Elapsed label="Cancel request" startedAt={sent.startedAt} onCancel={cancel} />}
      </div>
      <div aria-live="polite" aria-busy={sent.phase === 'running'}>
        {sent.phase === 'idle' && (
          <p className="empty">
            {failing
              ? 'The request can be sent once it can be built.'
              : 'Nothing sent yet. Status, headers and body of the response appear here.'}
          </p>
        )}
        {sent.phase === 'failed' && <p className="failure">{sent.message}</p>}
        {sent.phase === 'answered' && (
          <Suspense fallback={<p className="empty">…</p>}>
            <Response response={sent.response} />
          </Suspense>
        )}
      </div>
    </Panel>
  );
});

/** Sends the built request, and shows the response. */
export function Send({ state, bridge, ref }: SendProps) {
  const { state: sent, send, cancel } = useSend();
  const [via, setVia] = useState<Way>('page');
  const sending = prepareSending(state, via, bridge);
  const latest = useLatest(sending);
  const start = useCallback(() => {
    const now = latest();
    if (now) void send(now);
  }, [latest, send]);
  useImperativeHandle(ref, () => ({ send: start }), [start]);
  return (
    <SendPanel
      state={sent}
      cancel={cancel}
      choice={bridge !== undefined}
      via={via}
      onVia={setVia}
      able={sending !== undefined}
      failing={state.problems.length > 0}
      onStart={start}
    />
  );
}
