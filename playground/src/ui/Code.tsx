import { useState } from 'react';
import { jsonTokens } from '../json/json.js';

/** Texts up to this length have colours: each colour is an element. */
const COLOURED_LENGTH = 50_000;

/** Code, with colours if it is JSON. `label` names it for screen readers. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  if (text.length > COLOURED_LENGTH) return <LongText text={text} label={label} />;
  const tokens = jsonTokens(text);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>
        {tokens === undefined
          ? text
          : tokens.map(({ kind, text: token, start }) =>
              kind === 'space' || kind === 'punctuation' ? (
                token
              ) : (
                <span key={start} className={`token-${kind}`}>
                  {token}
                </span>
              ),
            )}
      </pre>
    </section>
  );
}

/** Characters that are shown, and added at a time: a browser lays them out without a pause. */
const STEP = 100_000;

/** A text of any length, without colours; more of it is shown on request. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [shown, setShown] = useState(STEP);
  const left = text.length - shown;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <section className="code" tabIndex={0} aria-label={label}>
        <pre>{text.slice(0, shown)}</pre>
      </section>
      {left > 0 && (
        <p className="note">
          {left.toLocaleString('en')} more characters.{' '}
          <button type="button" className="button button-quiet" onClick={() => setShown(shown + STEP)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}
