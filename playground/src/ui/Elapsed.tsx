import { STEP_MS, useElapsed } from './buttons.js';

interface ElapsedProps {
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** For a place within text, where a framed button would be too much. */
  readonly quiet?: boolean;
  readonly onCancel: () => void;
}

/** The elapsed seconds and a cancel button, shown after a tenth of a second. */
export function Elapsed({ startedAt, quiet = false, onCancel }: ElapsedProps) {
  const elapsed = useElapsed(startedAt);
  if (elapsed < STEP_MS) return null;
  return (
    <span className="elapsed">
      <button type="button" className={quiet ? 'button button-quiet' : 'button'} onClick={onCancel}>
        Cancel
      </button>
      <span className="elapsed-time">{(elapsed / 1000).toFixed(1)} s</span>
    </span>
  );
}
