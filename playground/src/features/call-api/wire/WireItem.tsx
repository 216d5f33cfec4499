import { formatHex, type ByteRange, type Item, type Part, type PartKind } from './parts.js';

/** Bytes of one part that are shown in its line; the dump shows more. */
const SHOWN_BYTES = 32;

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

export function isHighlighted(highlighted: ByteRange | undefined, { start, end }: ByteRange): boolean {
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
      <code className="wire-bytes">{formatHex(bytes.subarray(start, end), SHOWN_BYTES)}</code>
      <span className="wire-meaning">{meaning}</span>
    </li>
  );
}

interface WireItemProps extends Omit<LineProps, 'part'> {
  readonly item: Item;
  readonly onFocus: (range: ByteRange | undefined) => void;
}

/** A field with its bytes; focus, a tap or the pointer on it highlights them. */
export function WireItem({ bytes, item, highlighted, onPoint, onFocus }: WireItemProps) {
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
