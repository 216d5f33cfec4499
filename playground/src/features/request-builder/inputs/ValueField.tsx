import { lazy, Suspense, useEffect, useRef, useState, type ClipboardEvent, type ComponentProps } from 'react';
import { FOLDED_LENGTH } from '../../../json/size.js';
import { TextArea } from '../../../ui/fields.js';
import type { ValueKind } from '../model/form.js';

const FoldedValue = lazy(() => import('./FoldedValue.js'));

interface ValueFieldProps extends ComponentProps<typeof TextArea> {
  /** Name of the row: completes "Value of …". */
  readonly of: string;
  readonly kind: ValueKind;
}

/** The text of a value. A large one is folded: browsers lay out its text at each keystroke anywhere on the page. */
export function ValueField({ of, kind, value, onValue, ...textarea }: ValueFieldProps) {
  const [open, setOpen] = useState(false);
  // Only a paste into the field replaces it while it has the focus.
  const [pasted, setPasted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const large = value.length > FOLDED_LENGTH;
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (text.length <= FOLDED_LENGTH) return;
    // The browser would lay the text out before it is folded.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    setOpen(false);
    setPasted(true);
    onValue(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
  };
  const clear = () => {
    setOpen(true);
    onValue('');
  };

  if (large && !open) {
    return (
      <Suspense fallback={null}>
        <FoldedValue of={of} value={value} kind={kind} focused={pasted} onEdit={() => setOpen(true)} onClear={clear} />
      </Suspense>
    );
  }
  return (
    <TextArea
      {...textarea}
      ref={field}
      className="cell-value"
      aria-label={`Value of ${of}`}
      value={value}
      onValue={onValue}
      onPaste={onPaste}
      onBlur={() => {
        setOpen(false);
        setPasted(false);
      }}
    />
  );
}
