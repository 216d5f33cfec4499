import { useEffect, useState } from 'react';

const STEP_MS = 100;

/** Seconds since `startedAt` (of `performance.now()`), once there is a tenth of one to show. */
export function Elapsed({ startedAt }: { readonly startedAt: number }) {
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const elapsed = now - startedAt;
  return <span className="elapsed">{elapsed < STEP_MS ? '' : `${(elapsed / 1000).toFixed(1)} s`}</span>;
}
