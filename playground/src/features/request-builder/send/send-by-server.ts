import { CallError, createCallClient } from 'endpoint.js-client';
import type { BuildCall } from '../model/build.js';
import { readObject } from '../../../json/json.js';
import { readBridge } from '../../../variables/bridge.js';
import type { Variable } from '../../../variables/references.js';
import type { Answer, Outcome } from './answer.js';
import { cancelled, describeServerFailure } from './failures.js';

/** The server stops after half of this. */
const DEADLINE_MS = 20_000;

/** The bytes of a body that the server sent as text or as base64. */
function decodeBody(body: string, encoding: unknown): Blob {
  if (encoding !== 'base64') return new Blob([body]);
  return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))]);
}

/** `{"status":…,"headers":{…},"body":"…","ms":…}` of the operation `send`. */
function readAnswer(message: string): Answer {
  const answer = readObject(JSON.parse(message) as unknown, 'The server’s answer');
  const { status, body, ms, truncatedAt, bodyEncoding } = answer;
  const headers = Object.entries(readObject(answer['headers'], '“headers”')).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const,
  );
  const elapsed = typeof ms === 'number' ? ms : 0;
  return {
    status: typeof status === 'number' ? status : 0,
    headers,
    body: decodeBody(typeof body === 'string' ? body : '', bodyEncoding),
    type: headers.find(([name]) => name === 'content-type')?.[1] ?? '',
    ms: elapsed,
    phases: [],
    ...(typeof truncatedAt === 'number' && { cutAt: truncatedAt }),
    notes: ['Sent by the server; the time is what the server measured.'],
  };
}

/**
 * Asks the call service to build and send a request.
 * @param typed address of the bridge
 * @throws Error with sentences, if a reference in the address has no value
 */
export async function sendByServer(
  call: BuildCall,
  typed: string,
  variables: readonly Variable[],
  signal: AbortSignal,
): Promise<Outcome> {
  const { address: bridge, problem } = readBridge(typed, variables);
  if (problem !== undefined) throw new Error(problem);
  const client = createCallClient({ host: bridge });
  const request = { code: 'send', str1: call.route, str2: call.options, intValue: 0 };
  try {
    const { success, message } = await client.call(request, { signal, deadline: DEADLINE_MS });
    return success
      ? { answer: readAnswer(message) }
      : { failure: describeServerFailure({ bridge, status: undefined, message }) };
  } catch (error) {
    if (signal.aborted) return { failure: cancelled };
    if (!(error instanceof CallError)) throw error;
    return { failure: describeServerFailure({ bridge, status: error.status.name, message: error.message }) };
  }
}
