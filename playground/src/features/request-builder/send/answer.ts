import type { Failure } from './failures.js';

/** A phase of a request, in milliseconds. */
interface Phase {
  readonly name: string;
  readonly ms: number;
}

/** A response, with its body as it was received. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Blob;
  /** Value of `content-type`; may be empty. */
  readonly type: string;
  /** Bytes over the network, if the browser reports them; the body has more if it was compressed. */
  readonly transferred?: number | undefined;
  readonly ms: number;
  readonly phases: readonly Phase[];
  /** Differences from the built request, with their reasons. */
  readonly notes: readonly string[];
}

/** The end of a request that was sent. */
export type Outcome = { readonly answer: Answer } | { readonly failure: Failure };

/** A request that was sent from this tab. */
export interface SentRequest {
  /** By `performance.now()`. */
  readonly at: number;
  /** Without the tab's credentials. */
  readonly url: string;
  /** `404 Not Found`, or the title of the failure. */
  readonly summary: string;
  readonly outcome: Outcome;
}
