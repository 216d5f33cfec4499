import { memo, useState } from 'react';
import { describeSize, measureJson } from '../../../json/size.js';
import { withMasks } from '../../../secrets/secrets.js';
import { LongText } from '../../../ui/Code.js';

/** A value of the body whose size replaces it among the lines. */
export interface FoldedValue {
  readonly name: string;
  readonly value: unknown;
}

interface FoldedProps extends FoldedValue {
  readonly reveal: boolean;
}

/** A folded value, whose text is written and shown on request. */
export default memo(function Folded({ name, value, reveal }: FoldedProps) {
  const [open, setOpen] = useState(false);
  const show = () => JSON.stringify(reveal ? value : withMasks({ [name]: value })[name], null, 2);
  return (
    <div className="folded">
      <button type="button" className="button button-quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Show'} <code>{name}</code> ({describeSize(value, measureJson(value))})
      </button>
      {open && <LongText text={show()} label={`Value of ${name}`} />}
    </div>
  );
});
