import { useState } from 'react';

/** Characters that a browser lays out without a pause. */
const STEP = 50_000;

/** A text of any length, of which the user may show more. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [shown, setShown] = useState(STEP);
  const left = text.length - shown;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it */}
      <section className="code" tabIndex={0} aria-label={label}>
        <pre>{text.slice(0, shown)}</pre>
      </section>
      {left > 0 && (
        <button type="button" className="button" onClick={() => setShown(shown + 4 * STEP)}>
          Show more ({left.toLocaleString('en')} characters left)
        </button>
      )}
    </>
  );
}
