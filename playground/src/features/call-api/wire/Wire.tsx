import { useEffect, useMemo, useState } from 'react';
import type { Call, CallRecord, SentRequest } from '../call.js';
import { readFrames, type Frame } from './frames.js';
import { REQUEST, RESPONSE, type MessageSchema } from './message.js';
import { formatHex, type ByteRange, type Part, type Item, type PartKind } from './parts.js';
import { describeCount, getReason } from '../../../ui/text.js';
import { isSecretName } from '../../../secrets/secrets.js';
import { CopyButton } from '../../../ui/buttons.js';
import { Method } from '../../../ui/Method.js';

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
        const problem = getReason(error);
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
    <section aria-label="Request on the wire">
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

function explainMissingBody(record: CallRecord | undefined): string {
  if (record === undefined) return 'Nothing sent yet. The bytes of the response appear here.';
  const { response, request } = record.wire;
  if (request === undefined) return 'Nothing was sent, so nothing came back.';
  if (response === undefined) return 'No response came.';
  if (response.grpcStatus !== undefined) return 'The response has no body: its status came as headers (trailers-only).';
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

/** Method, address and headers, with secrets masked. */
function RequestHead({ request: { url, headers } }: { readonly request: SentRequest }) {
  return (
    <details className="wire-head">
      <summary>
        <code>
          <Method name="POST" /> {url}
        </code>{' '}
        <span>{headers.length} headers</span>
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

interface WireBodyProps {
  readonly bytes: Uint8Array;
  readonly schema: MessageSchema;
  readonly copyLabel: string;
}

/** A body as bytes and, below them, their meaning. */
function WireBody({ bytes, schema, copyLabel }: WireBodyProps) {
  const frames = useMemo(() => readFrames(bytes, schema), [bytes, schema]);
  const [pointed, setPointed] = useState<ByteRange>();
  const [focused, setFocused] = useState<ByteRange>();
  const props = { bytes, highlighted: pointed ?? focused, onPoint: setPointed };
  return (
    <>
      <div className="wire-dump">
        <p className="wire-count">{describeCount(bytes.length, 'byte')}</p>
        <CopyButton text={() => formatHex(bytes)} label={copyLabel} />
        <ByteDump frames={frames} {...props} />
      </div>
      {frames.map(({ title, items, problem }, frameIndex) => (
        // oxlint-disable-next-line react/no-array-index-key -- frames never change places
        <section key={frameIndex} aria-label={title}>
          <h5 className="wire-frame-title">{title}</h5>
          {problem !== undefined && <p className="wire-problem">{problem}</p>}
          <ul>
            {items.map((item, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- items never change places
              <WireItem key={index} item={item} onFocus={setFocused} {...props} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Bytes of one part that are shown in the dump and in its line; the copy has all of them. */
const SHOWN_BYTES = { dump: 256, line: 32 };

interface HighlightProps {
  readonly bytes: Uint8Array;
  readonly highlighted: ByteRange | undefined;
  readonly onPoint: (range: ByteRange | undefined) => void;
}

/** Highlights a range while the pointer is over the element with these attributes. */
function pointAt(range: ByteRange, onPoint: HighlightProps['onPoint']) {
  return { onPointerEnter: () => onPoint(range), onPointerLeave: () => onPoint(undefined) };
}

interface ByteDumpProps extends HighlightProps {
  readonly frames: readonly Frame[];
}

/** All bytes in a row, coloured by kind. Hidden from screen readers, which read the list below. */
function ByteDump({ frames, ...props }: ByteDumpProps) {
  const parts = frames.flatMap(({ items }) => items.flatMap((item) => item.parts));
  return (
    <p className="byte-dump" aria-hidden="true">
      {parts.map((part) => {
        const { start, end } = part;
        const cut = end - start - SHOWN_BYTES.dump;
        return (
          <span key={start}>
            <span {...highlightPart(part, props)}>
              {formatHex(props.bytes.subarray(start, Math.min(end, start + SHOWN_BYTES.dump)))}
              {cut > 0 && ` … ${describeCount(cut, 'byte')} more`}
            </span>{' '}
          </span>
        );
      })}
    </p>
  );
}

/** Kinds with another name on the page. */
const KIND_NAMES: Partial<Record<PartKind, string>> = { 'frame-length': 'length', separator: '', rest: '' };

/** The attributes of a part, which is highlighted under the pointer. */
function highlightPart(part: Part, { highlighted, onPoint }: HighlightProps) {
  const { kind, start, end } = part;
  return {
    'data-kind': kind,
    'data-highlighted': highlighted !== undefined && start < highlighted.end && end > highlighted.start,
    ...pointAt(part, onPoint),
  };
}

interface LineProps extends HighlightProps {
  readonly part: Part;
}

function PartLine({ part, ...props }: LineProps) {
  const { kind, start, end, meaning } = part;
  return (
    <li className="wire-part" {...highlightPart(part, props)}>
      <span className="wire-kind">{KIND_NAMES[kind] ?? kind}</span>
      <code className="wire-bytes">{formatHex(props.bytes.subarray(start, end), SHOWN_BYTES.line)}</code>
      <span className="wire-meaning">{meaning}</span>
    </li>
  );
}

interface WireItemProps extends HighlightProps {
  readonly item: Item;
  readonly onFocus: (range: ByteRange | undefined) => void;
}

/** A field with its bytes; focus, a tap or the pointer on it highlights them. */
function WireItem({ item, onFocus, ...props }: WireItemProps) {
  const { title, note, parts, absent, problem } = item;
  const [first] = parts;
  const range = first && { start: first.start, end: parts.at(-1)?.end ?? first.end };
  const head = (
    <>
      <b>{title}</b> <span>{note}</span>
    </>
  );
  return (
    <li className="wire-item">
      {range === undefined ? (
        <p className="wire-item-head">{head}</p>
      ) : (
        <button
          type="button"
          className="wire-item-head"
          onFocus={() => onFocus(range)}
          onBlur={() => onFocus(undefined)}
          // Not every browser focuses a clicked button.
          onClick={(event) => event.currentTarget.focus()}
          {...pointAt(range, props.onPoint)}
        >
          {head}
        </button>
      )}
      {absent !== undefined && <p className="wire-absent">{absent}</p>}
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <PartLine key={part.start} part={part} {...props} />
          ))}
        </ul>
      )}
      {problem !== undefined && <p className="wire-problem">{problem}</p>}
    </li>
  );
}
