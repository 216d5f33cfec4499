import { STEP_MS, useElapsed } from './buttons.js';

interface ElapsedProps {
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly onCancel: () => void;
}

/** The elapsed seconds and a cancel button, shown after a tenth of a second. */
export function Elapsed({ startedAt, onCancel }: ElapsedProps) {
  const elapsed = useElapsed(startedAt);
  if (elapsed < STEP_MS) return null;
  return (
    <span className="elapsed">
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <span className="elapsed-time">{(elapsed / 1000).toFixed(1)} s</span>
    </span>
  );
}
