import type { SnippetLanguage } from 'endpoint.js/snippets';
import { useEffect, useMemo, useState } from 'react';
import { jsonTokens } from '../json/json.js';
import type * as highlighting from './highlight-code.js';

/** Texts up to this length have colours: each colour is an element. */
const COLOURED_LENGTH = 50_000;

type Highlighter = typeof highlighting;

/** The highlighter, once it has loaded; `wanted` begins that. */
function useHighlighter(wanted: boolean): Highlighter | undefined {
  const [highlighter, setHighlighter] = useState<Highlighter>();
  useEffect(() => {
    if (!wanted) return;
    import('./highlight-code.js').then(setHighlighter, (error: unknown) =>
      // The code is shown without colours.
      console.info('The highlighter could not be loaded.', error),
    );
  }, [wanted]);
  return highlighter;
}

interface CodeProps {
  readonly text: string;
  /** Its name for screen readers. */
  readonly label: string;
  /** JSON has colours without it. */
  readonly language?: SnippetLanguage | undefined;
}

/** Code, with colours. */
export function Code({ text, label, language }: CodeProps) {
  const isLong = text.length > COLOURED_LENGTH;
  const highlighter = useHighlighter(language !== undefined && !isLong);
  const tokens = useMemo(() => {
    if (isLong) return undefined;
    return language === undefined ? jsonTokens(text) : highlighter?.tokenizeCode(text, language);
  }, [text, isLong, language, highlighter]);
  if (isLong) return <LongText text={text} label={label} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>
        {tokens === undefined
          ? text
          : tokens.map(({ kind, text: token, start }) =>
              kind === undefined || kind === 'space' || kind === 'punctuation' ? (
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
