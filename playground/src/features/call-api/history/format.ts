const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The time of day of a call. */
export function formatTime(at: number): string {
  return TIME.format(at);
}

/** `0.42 ms`, `8.1 ms`, `350 ms`, `2.50 s`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
