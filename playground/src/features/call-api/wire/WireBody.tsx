import { useMemo, useState } from 'react';
import { readFrames, type Frame } from './frames.js';
import type { MessageSchema } from './message.js';
import { formatByteCount, formatHex, type ByteRange, type Part, type Item, type PartKind } from './parts.js';
import { CopyButton } from '../../../ui/buttons.js';

interface WireBodyProps {
  readonly bytes: Uint8Array;
  readonly schema: MessageSchema;
  readonly copyLabel: string;
}

/** A body as bytes and, below them, their meaning. */
export function WireBody({ bytes, schema, copyLabel }: WireBodyProps) {
  const frames = useMemo(() => readFrames(bytes, schema), [bytes, schema]);
  const [pointed, setPointed] = useState<ByteRange>();
  const [focused, setFocused] = useState<ByteRange>();
  const highlighted = pointed ?? focused;
  return (
    <>
      <div className="wire-dump">
        <p className="wire-count">{formatByteCount(bytes.length)}</p>
        <CopyButton text={() => formatHex(bytes)} label={copyLabel} />
        <ByteDump bytes={bytes} frames={frames} highlighted={highlighted} onPoint={setPointed} />
      </div>
      {frames.map(({ title, items, problem }, frameIndex) => (
        // oxlint-disable-next-line react/no-array-index-key -- frames never change places
        <section key={frameIndex} className="wire-frame" aria-label={title}>
          <h5 className="wire-frame-title">{title}</h5>
          {problem !== undefined && <p className="wire-problem">{problem}</p>}
          <ul className="wire-items">
            {items.map((item, index) => (
              <WireItem
                // oxlint-disable-next-line react/no-array-index-key -- items never change places
                key={index}
                bytes={bytes}
                item={item}
                highlighted={highlighted}
                onPoint={setPointed}
                onFocus={setFocused}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Bytes of one part that are shown in the dump and in its line; the copy has all of them. */
const SHOWN_BYTES = { dump: 256, line: 32 };

interface ByteDumpProps {
  readonly bytes: Uint8Array;
  readonly frames: readonly Frame[];
  readonly highlighted: ByteRange | undefined;
  readonly onPoint: (range: ByteRange | undefined) => void;
}

/** All bytes in a row, coloured by kind. Hidden from screen readers, which read the list below. */
function ByteDump({ bytes, frames, highlighted, onPoint }: ByteDumpProps) {
  const parts: readonly Part[] = frames.flatMap(({ items }) => items.flatMap((item) => item.parts));
  return (
    <p className="byte-dump" aria-hidden="true">
      {parts.map((part) => {
        const { kind, start, end } = part;
        const cut = end - start - SHOWN_BYTES.dump;
        return (
          <span key={start}>
            <span
              data-kind={kind}
              data-highlighted={isHighlighted(highlighted, part)}
              onPointerEnter={() => onPoint(part)}
              onPointerLeave={() => onPoint(undefined)}
            >
              {formatHex(bytes.subarray(start, Math.min(end, start + SHOWN_BYTES.dump)))}
              {cut > 0 && ` … ${formatByteCount(cut)} more`}
            </span>{' '}
          </span>
        );
      })}
    </p>
  );
}

const KIND_NAMES: Readonly<Record<PartKind, string>> = {
  flags: 'flags',
  'frame-length': 'length',
  tag: 'tag',
  length: 'length',
  value: 'value',
  name: 'name',
  separator: '',
  broken: 'broken',
  rest: '',
};

function isHighlighted(highlighted: ByteRange | undefined, { start, end }: ByteRange): boolean {
  return highlighted !== undefined && start < highlighted.end && end > highlighted.start;
}

interface LineProps {
  readonly bytes: Uint8Array;
  readonly part: Part;
  readonly highlighted: ByteRange | undefined;
  readonly onPoint: (range: ByteRange | undefined) => void;
}

function PartLine({ bytes, part, highlighted, onPoint }: LineProps) {
  const { kind, start, end, meaning } = part;
  return (
    <li
      className="wire-part"
      data-kind={kind}
      data-highlighted={isHighlighted(highlighted, part)}
      onPointerEnter={() => onPoint(part)}
      onPointerLeave={() => onPoint(undefined)}
    >
      <span className="wire-kind">{KIND_NAMES[kind]}</span>
      <code className="wire-bytes">{formatHex(bytes.subarray(start, end), SHOWN_BYTES.line)}</code>
      <span className="wire-meaning">{meaning}</span>
    </li>
  );
}

interface WireItemProps extends Omit<LineProps, 'part'> {
  readonly item: Item;
  readonly onFocus: (range: ByteRange | undefined) => void;
}

/** A field with its bytes; focus, a tap or the pointer on it highlights them. */
function WireItem({ bytes, item, highlighted, onPoint, onFocus }: WireItemProps) {
  const { title, note, parts, absent, problem } = item;
  const [first] = parts;
  const range = first && { start: first.start, end: parts.at(-1)?.end ?? first.end };
  return (
    <li className="wire-item" data-absent={absent !== undefined}>
      {range === undefined ? (
        <p className="wire-item-head">
          <b>{title}</b> <span>{note}</span>
        </p>
      ) : (
        <button
          type="button"
          className="wire-item-head"
          onFocus={() => onFocus(range)}
          onBlur={() => onFocus(undefined)}
          // Not every browser focuses a clicked button.
          onClick={(event) => event.currentTarget.focus()}
          onPointerEnter={() => onPoint(range)}
          onPointerLeave={() => onPoint(undefined)}
        >
          <b>{title}</b> <span>{note}</span>
        </button>
      )}
      {absent !== undefined && <p className="wire-absent">{absent}</p>}
      {parts.length > 0 && (
        <ul className="wire-parts">
          {parts.map((part) => (
            <PartLine key={part.start} bytes={bytes} part={part} highlighted={highlighted} onPoint={onPoint} />
          ))}
        </ul>
      )}
      {problem !== undefined && <p className="wire-problem">{problem}</p>}
    </li>
  );
}
