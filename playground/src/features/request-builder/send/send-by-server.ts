import { CallError, createCallClient } from 'endpoint.js-client';
import type { BuildCall } from '../model/build.js';
import { readObject } from '../../../json/json.js';
import type { ReceivedResponse } from './Response.js';

/** `{"status":…,"headers":{…},"body":"…","ms":…}` of the operation `send`. */
function readAnswer(message: string): ReceivedResponse {
  const answer = readObject(JSON.parse(message) as unknown, 'The server’s answer');
  const { status, body, ms, truncatedAt, bodyEncoding } = answer;
  return {
    status: typeof status === 'number' ? status : 0,
    headers: Object.entries(readObject(answer['headers'], '“headers”')).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
    body: typeof body === 'string' ? body : '',
    ms: typeof ms === 'number' ? ms : 0,
    ...(typeof truncatedAt === 'number' && { cutAt: truncatedAt }),
    notes: bodyEncoding === 'base64' ? ['The body isn’t text, so it is shown as base64.'] : [],
  };
}

/**
 * Asks the call service to build and send a request.
 * @throws Error with the server's sentence if it refuses, or the client's if the call failed
 */
export async function sendByServer(call: BuildCall, bridge: string, signal: AbortSignal): Promise<ReceivedResponse> {
  const client = createCallClient({ host: bridge });
  const request = { code: 'send', str1: call.route, str2: call.options, intValue: 0 };
  try {
    const { success, message } = await client.call(request, { signal, deadline: 20_000 });
    if (!success) throw new Error(message);
    return readAnswer(message);
  } catch (error) {
    if (error instanceof CallError) throw new Error(`${error.status.name}: ${error.message}`, { cause: error });
    throw error;
  }
}
