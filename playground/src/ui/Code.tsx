import { useMemo, useState, type ReactNode } from 'react';
import { jsonTokens, type TokenKind } from '../json/json.js';

/** Texts up to this length have colours: each colour is an element. */
const COLOURED_LENGTH = 50_000;

/** The kind of a piece of code, which decides its colour; space and punctuation have none. */
export type CodeKind = TokenKind | 'comment';

/** A piece of code, and its position. */
export interface CodeToken {
  readonly text: string;
  readonly kind: CodeKind | undefined;
  readonly start: number;
}

/** Separates code into pieces; undefined if it can't. */
export type Tokenize = (text: string) => readonly CodeToken[] | undefined;

interface CodeProps {
  readonly text: string;
  /** Its name for screen readers. */
  readonly label: string;
  /** Default: colours JSON. */
  readonly tokenize?: Tokenize | undefined;
}

/** The pieces of a code, in their colours. */
export function Coloured({ text, tokenize = jsonTokens }: Omit<CodeProps, 'label'>) {
  const tokens = useMemo(() => tokenize(text), [text, tokenize]);
  return tokens === undefined
    ? text
    : tokens.map(({ kind, text: token, start }) =>
        kind === undefined || kind === 'space' || kind === 'punctuation' ? (
          token
        ) : (
          <span key={start} className={`token-${kind}`}>
            {token}
          </span>
        ),
      );
}

/** Surrounds code of any kind. */
export function CodeBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so the keyboard has to reach it
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}

/** Code, with colours. */
export function Code({ label, ...code }: CodeProps) {
  if (code.text.length > COLOURED_LENGTH) return <LongText text={code.text} label={label} />;
  return (
    <CodeBox label={label}>
      <Coloured {...code} />
    </CodeBox>
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
      <CodeBox label={label}>{text.slice(0, shown)}</CodeBox>
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
