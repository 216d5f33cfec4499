import { useState } from 'react';
import { Code } from '../../../ui/code/Code.js';
import { CopyButton } from '../../../ui/controls/CopyButton.js';
import { formatJson } from '../../../json/tokens.js';

/** Longer JSON is neither coloured nor indented: both cost time per token. */
const COLOURED = 20_000;
const INDENTED = 200_000;
/** Characters that are shown, and added at a time. */
const STEP = 100_000;

/** A long text, of which the user may show more. */
function LongText({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(STEP);
  const left = text.length - shown;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
      <section className="code" tabIndex={0} aria-label="Message">
        <pre>{text.slice(0, shown)}</pre>
      </section>
      {left > 0 && (
        <p className="message-more">
          {left.toLocaleString('en')} more characters.{' '}
          <button type="button" className="button button-quiet" onClick={() => setShown(shown + STEP)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

/** The message of a response, of any length; the copy has all of it. */
export function Message({ message }: { readonly message: string }) {
  if (message === '') return <p className="empty">The message is empty.</p>;
  const text = (message.length <= INDENTED ? formatJson(message) : undefined) ?? message;
  return (
    <div className="copyable">
      {text.length <= COLOURED ? <Code text={text} label="Message" /> : <LongText text={text} />}
      <CopyButton text={message} label="message" />
    </div>
  );
}
