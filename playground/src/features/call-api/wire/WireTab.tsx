import { lazy, Suspense } from 'react';
import type { Call } from '../call.js';
import type { CallRecord, SentRequest } from '../record.js';

function Unavailable() {
  return <p className="failure">The wire view could not be loaded. Reload the page.</p>;
}

const Wire = lazy(() => import('./Wire.js').catch(() => ({ default: Unavailable })));

interface WireTabProps {
  /** Undefined while the client is loading. */
  readonly previewRequest: ((call: Call) => Promise<SentRequest>) | undefined;
  readonly call: Call;
  readonly record: CallRecord | undefined;
}

/** The bytes of a call, once the chunks that build and read them are loaded. */
export function WireTab({ previewRequest, ...props }: WireTabProps) {
  const loading = <p className="empty">Loading the wire view …</p>;
  return (
    <Suspense fallback={loading}>
      {previewRequest === undefined ? loading : <Wire previewRequest={previewRequest} {...props} />}
    </Suspense>
  );
}
