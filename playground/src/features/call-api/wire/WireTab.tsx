import { lazy, Suspense } from 'react';
import type { Call } from '../form/call.js';
import type { CallRecord } from '../calling/record.js';
import type { Client } from '../calling/use-client.js';

function Unavailable() {
  return <p className="failure">The wire view could not be loaded. Reload the page.</p>;
}

const Wire = lazy(() => import('./Wire.js').catch(() => ({ default: Unavailable })));

interface WireTabProps {
  readonly client: Client | undefined;
  readonly call: Call;
  readonly record: CallRecord | undefined;
}

/** The bytes of a call, once the chunks that build and read them are loaded. */
export function WireTab({ client, ...props }: WireTabProps) {
  const loading = <p className="empty">Loading the wire view …</p>;
  return <Suspense fallback={loading}>{client === undefined ? loading : <Wire client={client} {...props} />}</Suspense>;
}
