import { CallError, createCallClient, statusDetails, type CallClientOptions } from 'endpoint.js-client';

/** The options of a call. */
export interface ConformanceCall {
  readonly metadata?: Readonly<Record<string, readonly string[]>>;
  readonly deadline?: number;
  /** Milliseconds after which the call is cancelled. */
  readonly cancelAfter?: number;
}

/** The end of a call, as values that can leave a page or a worker. */
export interface Outcome {
  readonly code: number;
  readonly message: string;
  readonly data: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly trailers: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly details: readonly { readonly typeUrl: string; readonly value: readonly number[] }[];
}

/** Makes one call, in Node, in a page or in a worker. */
export async function callOnce(
  settings: Pick<CallClientOptions, 'host' | 'probe' | 'retries'>,
  { cancelAfter, ...options }: ConformanceCall = {},
): Promise<Outcome> {
  const controller = new AbortController();
  if (cancelAfter !== undefined) setTimeout(() => controller.abort(), cancelAfter);
  const end = await createCallClient(settings)
    .call({ code: 'echo', str1: 'ü' }, { ...options, signal: controller.signal })
    .catch((error: unknown) => {
      if (error instanceof CallError) return error;
      throw error;
    });
  const failed = end instanceof CallError ? end : undefined;
  const details = (failed && statusDetails(failed)?.details) ?? [];
  return {
    code: end.status.code,
    message: failed === undefined ? end.status.message : failed.message,
    data: failed === undefined ? end.message : undefined,
    headers: Object.fromEntries(end.headers),
    trailers: Object.fromEntries(end.trailers),
    attempts: end.attempts,
    details: details.map(({ typeUrl, value }) => ({ typeUrl, value: [...value] })),
  };
}
