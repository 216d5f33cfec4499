import { useMemo } from 'react';
import type { CallRecord, SentRequest } from '../call.js';
import { formatHex } from './bytes.js';
import { readFrames } from './frames.js';
import { REQUEST, RESPONSE, type MessageSchema } from './message.js';
import { FieldList } from '../../../ui/FieldList.js';
import { isSecretName } from '../../../secrets/secrets.js';
import { describeCount } from '../../../ui/text.js';
import { CopyButton } from '../../../ui/buttons.js';
import { Method } from '../../../ui/Method.js';

function explainMissingBody({ response }: CallRecord['wire']): string {
  if (response === undefined) return 'No response came.';
  if (response.grpcStatus !== undefined) return 'The response has no body: its status came as headers (trailers-only).';
  return `HTTP ${response.httpStatus}, ${response.contentType || 'without a content type'}: no gRPC-Web body, so it was not read.`;
}

/** The frames of the request and of the response. */
export default function Wire({ record }: { readonly record: CallRecord | undefined }) {
  const request = record?.wire.request;
  if (record === undefined || request === undefined)
    return <p className="empty">Nothing sent yet. The frames of the request and of the response appear here.</p>;
  const { status, wire } = record;
  const { body } = wire;
  return (
    <div className="wire stack">
      <section aria-label="Request on the wire">
        <h4 className="panel-title wire-title split">Request</h4>
        <RequestHead request={request} />
        <WireBody bytes={request.bytes} schema={REQUEST} copyLabel="bytes of the request" />
      </section>
      <section aria-label="Response on the wire">
        <h4 className="panel-title wire-title split">
          Response{' '}
          <span className={`badge badge-${status.code === 0 ? 'good' : 'bad'}`}>
            {status.code} {status.name}
          </span>
        </h4>
        {body.length > 0 ? (
          <WireBody bytes={body} schema={RESPONSE} copyLabel="bytes of the response" />
        ) : (
          <p className="empty">{explainMissingBody(wire)}</p>
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
      <summary className="wrap">
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
      <p className="wire-count split note">
        {describeCount(bytes.length, 'byte')}
        <CopyButton text={() => formatHex(bytes)} label={copyLabel} />
      </p>
      {frames.map(({ title, note, fields, problem }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- frames never change places
        <section key={index} aria-label={title}>
          <h5 className="fields-title note">
            {title} <span>{note}</span>
          </h5>
          {problem !== undefined && <p className="failure">{problem}</p>}
          <FieldList fields={fields} />
        </section>
      ))}
    </>
  );
}
