/** All that needs gRPC: a chunk of its own, which the page loads when it is first wanted. */
import {
  binaryMetadata,
  CallError,
  Code,
  createCallClient,
  requestMetadata,
  statusMeaning,
  type CallResult,
  type WireEvent,
} from 'endpoint.js-client';
import { advise } from '../failure/advice.js';
import type { Call, MetadataCheck } from '../form/call.js';
import type { CallRecord, MetadataField, SentRequest, Wire } from './record.js';
import { readDetails } from '../failure/error-details.js';
import { isTrailersOnly, findSituation } from '../failure/situation.js';
import { formatByteCount, formatHex, quote, decodeUtf8 } from '../wire/parts.js';

/** Bytes of a `-bin` value that are read for a look at them. */
const SHOWN_BYTES = 32;

/** What bytes hold: text where they are UTF-8 without control characters, else their digits. */
function bytesText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  const shown = text === undefined || /\p{Cc}/u.test(text) ? formatHex(bytes, SHOWN_BYTES) : quote(text);
  return `${formatByteCount(bytes.length)}: ${shown}`;
}

function listFields(metadata: Headers): MetadataField[] {
  return Array.from(metadata, ([name, value]) => {
    const bytes = name.endsWith('-bin') ? binaryMetadata(metadata, `${name.slice(0, -4)}-bin`) : undefined;
    return { name, value, ...(bytes !== undefined && { decoded: bytes.map(bytesText) }) };
  });
}

function sentRequest({ url, headers, bytes }: WireEvent & { type: 'request' }): SentRequest {
  return { url, headers: [...headers], bytes };
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Keeps what goes over the wire. */
function recorder(): { readonly onWire: (event: WireEvent) => void; readonly wire: () => Wire } {
  let request: Wire['request'];
  let response: Wire['response'];
  const chunks: Uint8Array[] = [];
  return {
    onWire(event) {
      if (event.type === 'request') request = sentRequest(event);
      else if (event.type === 'chunk') chunks.push(event.bytes);
      else {
        const { httpStatus, headers } = event;
        const grpcStatus = headers.get('grpc-status') ?? undefined;
        response = { httpStatus, contentType: headers.get('content-type') ?? '', grpcStatus };
      }
    },
    wire: () => ({ ...(request && { request }), ...(response && { response }), body: concatenate(chunks) }),
  };
}

/** The browser's `fetch`, with an eye on the client's second look at an address that gave no answer: one without CORS. */
function watchedFetch(): { readonly fetch: typeof fetch; readonly reachable: () => boolean | undefined } {
  let reachable: boolean | undefined;
  return {
    async fetch(input, init) {
      if (init?.mode !== 'no-cors') return fetch(input, init);
      try {
        const response = await fetch(input, init);
        reachable = true;
        return response;
      } catch (error) {
        // An aborted look has seen nothing.
        if (init.signal?.aborted !== true) reachable = false;
        throw error;
      }
    },
    reachable: () => reachable,
  };
}

function callError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  // An address that can't be called.
  if (error instanceof TypeError) return new CallError(Code.INVALID_ARGUMENT, error.message, { cause: error });
  throw error;
}

/** Where a page says whether a bridge allows it; a test has none. */
const PAGE_ORIGIN = (globalThis as { readonly origin?: string }).origin ?? 'of this page';

/** Makes a call. Rejects only for bugs: a call that fails has a record too. */
export async function makeCall(call: Call, signal: AbortSignal): Promise<CallRecord> {
  const { bridge, request, metadata, deadline } = call;
  const at = Date.now();
  const { onWire, wire } = recorder();
  const probe = watchedFetch();
  const createRecord = (ended: CallResult | CallError): CallRecord => {
    const { status, timing } = ended;
    const answer = 'success' in ended ? { success: ended.success, message: ended.message } : undefined;
    const text = 'success' in ended ? '' : ended.message;
    const known = {
      call,
      status,
      ...(answer && { answer }),
      headers: listFields(ended.headers),
      trailers: listFields(ended.trailers),
      wire: wire(),
    };
    const facts = { ...known, cancelled: signal.aborted, reachable: probe.reachable() };
    const advice = advise(findSituation(facts), facts, PAGE_ORIGIN);
    const trailersOnly = isTrailersOnly(known.wire);
    const details = ended instanceof CallError ? readDetails(ended) : [];
    return { ...known, at, meaning: statusMeaning(status.code), text, details, timing, trailersOnly, advice };
  };
  try {
    const client = createCallClient({ host: bridge, onWire, fetch: probe.fetch });
    return createRecord(await client.call(request, { signal, metadata, ...(deadline !== undefined && { deadline }) }));
  } catch (error) {
    return createRecord(callError(error));
  }
}

/** The request that a call would send, without sending it: the client goes as far as to the wire. Rejects where it can't. */
export async function previewRequest({ bridge, request, metadata, deadline }: Call): Promise<SentRequest> {
  const stop = new AbortController();
  let sent: SentRequest | undefined;
  const client = createCallClient({
    host: bridge,
    onWire(event) {
      if (event.type === 'request') sent = sentRequest(event);
      stop.abort();
    },
    fetch: () => Promise.reject(new Error('This request is only looked at.')),
  });
  try {
    await client.call(request, { signal: stop.signal, metadata, ...(deadline !== undefined && { deadline }) });
  } catch (error) {
    if (sent === undefined) throw error;
  }
  if (sent === undefined) throw new Error('The client sent nothing.');
  return sent;
}

function findProblem(name: string, value: string | Uint8Array): string | undefined {
  try {
    requestMetadata([[name, value]]);
    return undefined;
  } catch (error) {
    // Its field says which metadata it is.
    const { message } = callError(error);
    const problem = message.replace(/^Metadata "[^"]*": /, '');
    return problem.charAt(0).toUpperCase() + problem.slice(1);
  }
}

/** What keeps metadata from being sent. An empty value suits every name, so what is wrong with it is the name. */
export const checkMetadata: MetadataCheck = (name, value) => {
  const nameProblem = findProblem(name, '');
  if (nameProblem !== undefined) return { name: nameProblem };
  const valueProblem = findProblem(name, value);
  return valueProblem === undefined ? {} : { value: valueProblem };
};
