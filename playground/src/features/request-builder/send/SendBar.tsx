import { memo } from 'react';
import { useElapsed } from '../../../ui/buttons.js';
import type { Sender } from './sending.js';

/** Answers usually come faster; a double click on Send must not cancel. */
const CANCEL_AFTER_MS = 400;

interface CancelTextProps {
  readonly elapsed: number;
}

function CancelText({ elapsed }: CancelTextProps) {
  return (
    <>
      Cancel <span className="elapsed-time">{(elapsed / 1000).toFixed(1)} s</span>
    </>
  );
}

/** Sends the request, or cancels it. */
export const SendBar = memo(function SendBar({ sender }: { readonly sender: Sender }) {
  const { startedAt, able, sent, send, cancel } = sender;
  const elapsed = useElapsed(startedAt);
  const running = startedAt !== undefined;
  const cancellable = running && elapsed >= CANCEL_AFTER_MS;
  const onClick = () => {
    if (cancellable) cancel();
    else if (!running && able) send();
  };
  return (
    <>
      {/* One button, which keeps the focus; not `disabled`, which would lose it. */}
      <button
        type="button"
        className="button button-primary send-button"
        aria-label={cancellable ? 'Cancel request' : 'Send request'}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        aria-disabled={!running && !able}
        aria-busy={running}
        // A held key would send again after each answer.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={onClick}
      >
        {cancellable ? <CancelText elapsed={elapsed} /> : 'Send'}
      </button>
      <output className="visually-hidden">{running ? '' : sent?.summary}</output>
    </>
  );
});
