import { useEffect, useMemo, useState } from 'react';
import type { Call, CallRecord, SentRequest } from '../call.js';
import { loadClient } from '../calling/use-call.js';
import { formatHex } from './bytes.js';
import { readFrames } from './frames.js';
import { REQUEST, RESPONSE, type MessageSchema } from './message.js';
import { FieldList } from '../../../ui/FieldList.js';
import { isSecretName } from '../../../secrets/secrets.js';
import { describeCount, getReason } from '../../../ui/text.js';
import { CopyButton } from '../../../ui/buttons.js';
import { Choice } from '../../../ui/fields.js';
import { Method } from '../../../ui/Method.js';

interface Preview {
  /** The latest request that could be built. */
  readonly request?: SentRequest;
  /** The reason for the lack of a newer one. */
  readonly problem?: string | undefined;
}

/** The request of the form, rebuilt with every change. */
function usePreview(call: Call): Preview {
  const [preview, setPreview] = useState<Preview>({});
  useEffect(() => {
    let current = true;
    const show = async () => {
      let next: Preview;
      try {
        const { previewRequest } = await loadClient();
        next = { request: await previewRequest(call) };
      } catch (error) {
        next = { problem: getReason(error) };
      }
      if (current) setPreview((before) => ({ ...before, problem: undefined, ...next }));
    };
    void show();
    return () => {
      current = false;
    };
  }, [call]);
  return preview;
}

const SIDES = [
  { value: 'form', label: 'In the form now' },
  { value: 'sent', label: 'As it was sent' },
] as const;
type Side = (typeof SIDES)[number]['value'];

function haveSameBytes(one: SentRequest | undefined, other: SentRequest): boolean {
  return one?.bytes.length === other.bytes.length && one.bytes.every((byte, index) => byte === other.bytes[index]);
}

interface WireProps {
  readonly call: Call;
  readonly record: CallRecord | undefined;
}

function RequestSide({ call, record }: WireProps) {
  const { request, problem } = usePreview(call);
  // The choice applies to this form and this call: another keystroke shows the form again.
  const [choice, setChoice] = useState<WireProps & { readonly side: Side }>();
  const side = choice?.call === call && choice.record === record ? choice.side : 'form';
  const sent = record?.wire.request;
  const shown = side === 'sent' && sent !== undefined ? sent : request;
  return (
    <section aria-label="Request on the wire">
      <h4 className="wire-title">Request</h4>
      {sent !== undefined && !haveSameBytes(request, sent) && (
        <Choice
          legend="Which request"
          options={SIDES}
          value={side}
          onValue={(next) => setChoice({ side: next, call, record })}
        />
      )}
      {problem !== undefined && side === 'form' && (
        <p className="failure">
          {problem} {request !== undefined && 'Below is the last request that could be built.'}
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

function explainMissingBody(record: CallRecord | undefined): string {
  if (record === undefined) return 'Nothing sent yet. The frames of the response appear here.';
  const { response, request } = record.wire;
  if (request === undefined) return 'Nothing was sent, so nothing came back.';
  if (response === undefined) return 'No response came.';
  if (response.grpcStatus !== undefined) return 'The response has no body: its status came as headers (trailers-only).';
  return `HTTP ${response.httpStatus}, ${response.contentType || 'without a content type'}: no gRPC-Web body, so it was not read.`;
}

/** The frames of the request and of the response. */
export default function Wire({ call, record }: WireProps) {
  return (
    <div className="wire">
      <RequestSide call={call} record={record} />
      <section aria-label="Response on the wire">
        <h4 className="wire-title">
          Response{' '}
          {record !== undefined && (
            <span className={`badge badge-${record.status.code === 0 ? 'good' : 'bad'}`}>
              {record.status.code} {record.status.name}
            </span>
          )}
        </h4>
        {record !== undefined && record.wire.body.length > 0 ? (
          <WireBody key={record.at} bytes={record.wire.body} schema={RESPONSE} copyLabel="bytes of the response" />
        ) : (
          <p className="empty">{explainMissingBody(record)}</p>
        )}
      </section>
    </div>
  );
}

/** A header, without a secret. */
function mask([name, value]: SentRequest['headers'][number]) {
  return { name, value: isSecretName(name.replace(/-bin$/, '')) ? '••••••••' : value };
}

/** Method, address and headers, with secrets masked. */
function RequestHead({ request: { url, headers } }: { readonly request: SentRequest }) {
  return (
    <details className="wire-head">
      <summary>
        <code>
          <Method name="POST" /> {url}
        </code>{' '}
        <span className="note">{headers.length} headers</span>
      </summary>
      <FieldList fields={headers.map(mask)} />
      <p className="empty">Set by the client; the browser adds its own.</p>
    </details>
  );
}

interface WireBodyProps {
  readonly bytes: Uint8Array;
  readonly schema: MessageSchema;
  readonly copyLabel: string;
}

/** The frames of a body. */
function WireBody({ bytes, schema, copyLabel }: WireBodyProps) {
  const frames = useMemo(() => readFrames(bytes, schema), [bytes, schema]);
  return (
    <>
      <p className="wire-count note">
        {describeCount(bytes.length, 'byte')}
        <CopyButton text={() => formatHex(bytes)} label={copyLabel} />
      </p>
      {frames.map(({ title, note, fields, problem }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- frames never change places
        <section key={index} aria-label={title}>
          <h5 className="fields-title">
            {title} <span>{note}</span>
          </h5>
          {problem !== undefined && <p className="failure">{problem}</p>}
          <FieldList fields={fields} />
        </section>
      ))}
    </>
  );
}
