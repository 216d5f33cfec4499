import type { Frame } from './frames.js';
import { formatByteCount, formatHex, type ByteRange, type Part } from './parts.js';
import { isHighlighted } from './WireItem.js';

/** Bytes of one part that are shown; the copy has all of them. */
const SHOWN_BYTES = 256;

interface ByteDumpProps {
  readonly bytes: Uint8Array;
  readonly frames: readonly Frame[];
  readonly highlighted: ByteRange | undefined;
  readonly onPoint: (range: ByteRange | undefined) => void;
}

/** All bytes in a row, coloured by kind. Hidden from screen readers, which read the list below. */
export function ByteDump({ bytes, frames, highlighted, onPoint }: ByteDumpProps) {
  const parts: readonly Part[] = frames.flatMap(({ items }) => items.flatMap((item) => item.parts));
  return (
    <p className="byte-dump" aria-hidden="true">
      {parts.map((part) => {
        const { kind, start, end } = part;
        const cut = end - start - SHOWN_BYTES;
        return (
          <span key={start}>
            <span
              data-kind={kind}
              data-highlighted={isHighlighted(highlighted, part)}
              onPointerEnter={() => onPoint(part)}
              onPointerLeave={() => onPoint(undefined)}
            >
              {formatHex(bytes.subarray(start, Math.min(end, start + SHOWN_BYTES)))}
              {cut > 0 && ` … ${formatByteCount(cut)} more`}
            </span>{' '}
          </span>
        );
      })}
    </p>
  );
}
