import type { RequestOptions } from 'endpoint.js';
import type { BuildCall } from '../model/build.js';

/** A response as it is shown. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Whether `body` only describes the bytes of a body that isn't text. */
  readonly binary?: boolean;
  /** Number of characters that were read of a longer body. */
  readonly cutAt?: number;
  readonly ms: number;
  /** Differences from the built request, with their reasons. */
  readonly notes: readonly string[];
}

/** A request to send, and its sender. */
export type Sending =
  | { readonly via: 'page'; readonly request: RequestOptions }
  | { readonly via: 'server'; readonly call: BuildCall; readonly bridge: string };

export type SendState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly startedAt: number }
  | { readonly phase: 'answered'; readonly response: ReceivedResponse }
  | { readonly phase: 'failed'; readonly message: string };
