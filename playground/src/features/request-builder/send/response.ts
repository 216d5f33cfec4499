import type { RequestOptions } from 'endpoint.js';
import type { Failure } from './failures.js';

/** The head of a response. */
export interface Head {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Value of `content-type`; may be empty. */
  readonly type: string;
  /** The url that answered after a redirect, without its query and fragment, which may hold a key. */
  readonly redirectedTo?: string;
}

/** A response with its body as it was received. */
export interface HttpResponse extends Head {
  readonly body: Blob;
  /** The reason why the body ends early; undefined if it is complete. */
  readonly cut: Failure | undefined;
  /** Milliseconds from sending to the head, and from there to the end. */
  readonly waited: number;
  readonly downloaded: number;
}

/** The part of a body that has come. */
export interface Progress {
  readonly bytes: number;
  /** The end of the text so far; undefined for a body that isn't text. */
  readonly end: string | undefined;
  /** Whether `end` begins with the body. */
  readonly whole: boolean;
}

/** A response whose body is still coming. */
export interface Arriving extends Head {
  readonly progress: Progress;
}

/** The state of a request that was sent; the last one has `response` or `failure`. */
export type Outcome =
  | { readonly arriving: Arriving }
  | { readonly response: HttpResponse }
  | { readonly failure: Failure };

/** A request that was sent from this tab. */
export interface SentRequest {
  /** Time of sending, by `performance.now()`. */
  readonly at: number;
  /** In upper case. */
  readonly method: string;
  /** Without the tab's credentials. */
  readonly url: string;
  /** The request with the tab's credentials, to compare with; it is never shown. */
  readonly request: RequestOptions;
  /** `404 Not Found`, or the title of the failure. */
  readonly summary: string;
  readonly outcome: Outcome;
}

/** Whether two requests are the same to their server. */
export function isSameRequest(one: RequestOptions, other: RequestOptions | undefined): boolean {
  const write = ({ method, headers, body }: RequestOptions) => JSON.stringify([method, headers, body]);
  return one === other || (one.url === other?.url && write(one) === write(other));
}

/** The text of a body. */
export async function decode(body: Blob, charset: string): Promise<string> {
  return charset === 'utf-8' ? body.text() : new TextDecoder(charset).decode(await body.arrayBuffer());
}
