import { useEffect, useState } from 'react';
import type { Call, CallRecord, SentRequest } from '../call.js';
import { WireBody } from './WireBody.js';
import { REQUEST, RESPONSE } from './message.js';
import { isSecretName } from '../../../secrets/secrets.js';

type PreviewRequest = (call: Call) => Promise<SentRequest>;

interface Preview {
  /** The latest request that could be built. */
  readonly request?: SentRequest;
  /** The reason for the lack of a newer one. */
  readonly problem?: string;
}

/** The request of the form, rebuilt with every change. */
function usePreview(previewRequest: PreviewRequest, call: Call): Preview {
  const [preview, setPreview] = useState<Preview>({});
  useEffect(() => {
    let current = true;
    previewRequest(call).then(
      (request) => current && setPreview({ request }),
      (error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error);
        if (current) setPreview(({ request }) => ({ ...(request && { request }), problem }));
      },
    );
    return () => {
      current = false;
    };
  }, [previewRequest, call]);
  return preview;
}

type Side = 'form' | 'sent';
const SIDES: readonly (readonly [Side, string])[] = [
  ['form', 'In the form now'],
  ['sent', 'As it was sent'],
];

function haveSameBytes(one: SentRequest | undefined, other: SentRequest | undefined): boolean {
  if (one === undefined || other === undefined || one.bytes.length !== other.bytes.length) return false;
  return one.bytes.every((byte, index) => byte === other.bytes[index]);
}

interface RequestProps {
  readonly preview: Preview;
  readonly sent: SentRequest | undefined;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function RequestSide({ preview, sent, side, onSide }: RequestProps) {
  const differs = sent !== undefined && !haveSameBytes(preview.request, sent);
  const shown = side === 'sent' && sent !== undefined ? sent : preview.request;
  return (
    <section className="wire-side" aria-label="Request on the wire">
      <h4 className="wire-title">Request</h4>
      {differs && (
        <fieldset className="wire-choice" aria-label="Which request">
          {SIDES.map(([value, text]) => (
            <button key={value} type="button" aria-pressed={side === value} onClick={() => onSide(value)}>
              {text}
            </button>
          ))}
        </fieldset>
      )}
      {preview.problem !== undefined && side === 'form' && (
        <p className="failure">
          {preview.problem} {preview.request === undefined ? '' : 'Below is the last request that could be built.'}
        </p>
      )}
      {shown !== undefined && (
        <>
          <RequestHead request={shown} />
          <WireBody bytes={shown.bytes} schema={REQUEST} copyLabel="bytes of the request" />
        </>
      )}
    </section>
  );
}

function explainMissingBody({ wire: { response, request } }: CallRecord): string {
  if (request === undefined) return 'Nothing was sent, so nothing came back.';
  if (response === undefined) return 'No answer came.';
  if (response.grpcStatus !== undefined) return 'The answer has no body: its status came as headers (trailers-only).';
  return `HTTP ${response.httpStatus}, ${response.contentType || 'without a content type'}: no gRPC-Web body, so it was not read.`;
}

interface WireProps {
  readonly previewRequest: PreviewRequest;
  readonly call: Call;
  readonly record: CallRecord | undefined;
}

/** The request and the response, byte by byte. */
export default function Wire({ previewRequest, call, record }: WireProps) {
  const preview = usePreview(previewRequest, call);
  // The choice applies to this form and this call: another keystroke shows the form again.
  const [choice, setChoice] = useState<{ side: Side; call: Call; record: CallRecord | undefined }>();
  const side = choice?.call === call && choice.record === record ? choice.side : 'form';
  return (
    <div className="wire">
      <RequestSide
        preview={preview}
        sent={record?.wire.request}
        side={side}
        onSide={(next) => setChoice({ side: next, call, record })}
      />
      <section className="wire-side" aria-label="Response on the wire">
        <h4 className="wire-title">
          Response{' '}
          {record !== undefined && (
            <span className={`badge badge-${record.status.code === 0 ? 'good' : 'bad'}`}>
              {record.status.code} {record.status.name}
            </span>
          )}
        </h4>
        {record === undefined && <p className="empty">Nothing sent yet. The bytes of the answer appear here.</p>}
        {record !== undefined && record.wire.body.length === 0 && <p className="empty">{explainMissingBody(record)}</p>}
        {record !== undefined && record.wire.body.length > 0 && (
          <WireBody key={record.at} bytes={record.wire.body} schema={RESPONSE} copyLabel="bytes of the response" />
        )}
      </section>
    </div>
  );
}

/** Method, address and headers, with secrets masked. */
function RequestHead({ request: { url, headers } }: { readonly request: SentRequest }) {
  return (
    <details className="wire-head">
      <summary>
        <code>POST {url}</code> <span>{headers.length} headers</span>
      </summary>
      <dl className="fields-list">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{isSecretName(name.replace(/-bin$/, '')) ? '••••••••' : value}</dd>
          </div>
        ))}
      </dl>
      <p className="empty">Set by the client; the browser adds its own.</p>
    </details>
  );
}
