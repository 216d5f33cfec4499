import { useMemo, useState } from 'react';
import { CopyButton } from '../../../ui/controls/CopyButton.js';
import { ByteDump } from './ByteDump.js';
import { readFrames } from './frames.js';
import { formatByteCount, formatHex, type ByteRange } from './parts.js';
import type { MessageSchema } from './schema.js';
import { WireItem } from './WireItem.js';

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
