import { pageOrigin } from './network-failure.js';

/** Calls whose deadlines pass within so many milliseconds of each other were all in progress until then. */
const TOGETHER = 100;

/** A request in progress. */
interface Sent {
  readonly host: string;
}

/** The requests of a page in progress, in the order of their starts. A page can't see when the browser sends one, or that it hasn't. */
const inProgress = new Set<Sent>();

/** Starts to count a request. Returns a function that ends it. */
export function countRequest(request: Sent): () => void {
  if (pageOrigin() === undefined) return () => undefined;
  inProgress.add(request);
  return () => void setTimeout(() => inProgress.delete(request), TOGETHER);
}

/** Explains a request without a response that most likely waited in the browser's queue; empty for any other. */
export function explainUnsent(request: Sent): string {
  const list = [...inProgress];
  const { origin } = new URL(request.host);
  const before = list.slice(0, Math.max(list.indexOf(request), 0));
  const earlier = before.filter(({ host }) => new URL(host).origin === origin).length;
  // Without TLS browsers speak HTTP/1.1 only. With TLS it is mostly HTTP/2, whose servers usually allow 100, as ours do.
  const [most, protocol] = origin.startsWith('https:') ? [100, 'HTTP/2'] : [6, 'HTTP/1.1'];
  if (earlier < most) return '';
  return (
    ` ${earlier} earlier calls to ${origin} were in progress. ` +
    `Over ${protocol} browsers send ${most} at once, so most likely this call was never sent.`
  );
}
