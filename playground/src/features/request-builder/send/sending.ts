import type { RequestOptions } from 'endpoint.js';
import type { BuildCall } from '../model/build.js';

/** A response as it is shown. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** What the body is, where it is no text: its bytes are not shown. */
  readonly binary?: boolean;
  /** Characters of the body that were read, where there was more. */
  readonly cutAt?: number;
  readonly ms: number;
  /** What differs from the built request, and why. */
  readonly notes: readonly string[];
}

/** What is sent, and by whom. */
export type Sending =
  | { readonly via: 'page'; readonly request: RequestOptions }
  | { readonly via: 'server'; readonly call: BuildCall; readonly bridge: string };

export type SendState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly startedAt: number }
  | { readonly phase: 'answered'; readonly exchange: ReceivedResponse }
  | { readonly phase: 'failed'; readonly message: string };
