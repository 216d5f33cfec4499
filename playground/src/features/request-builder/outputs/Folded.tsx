import { memo, useState } from 'react';
import { describeSize, measureJson } from '../../../json/size.js';
import { LongText } from '../../../ui/Code.js';

/** A value of the body whose size replaces it among the lines; its text is written and shown on request. */
export default memo(function Folded({ name, value }: { readonly name: string; readonly value: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="folded">
      <button type="button" className="button button-quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Show'} <code>{name}</code> ({describeSize(value, measureJson(value))})
      </button>
      {open && <LongText text={JSON.stringify(value, null, 2)} label={`Value of ${name}`} />}
    </div>
  );
});
