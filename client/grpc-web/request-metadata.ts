import { encodeBase64 } from './base64.js';
import { decodeBinaryValues } from './binary-metadata.js';
import { CallError } from './errors.js';
import { Code } from './status.js';

/** Text, or for names that end in `-bin` bytes (or bytes in base64). */
export type MetadataValue = string | Uint8Array;

/**
 * Request metadata: an object (a list as value sends the name several times, `undefined` leaves it out), `Headers`, a
 * `Map`, or pairs. Names in any case; values printable ASCII, except under `-bin`.
 */
export type MetadataInit =
  | Iterable<readonly [string, MetadataValue]>
  | { readonly [name: string]: MetadataValue | readonly MetadataValue[] | undefined };

/** Set by the client itself, by way of its options. */
const OWN: Readonly<Record<string, string>> = {
  'content-type': 'it is always application/grpc-web+proto',
  'x-grpc-web': 'the client sets it',
  'grpc-timeout': 'use the option "deadline"',
  'grpc-encoding': 'messages are sent as they are',
};

/** Request headers that a page can't set: a browser leaves them out without a word (Fetch, forbidden request-header). */
const FORBIDDEN =
  /^(?:proxy-.*|sec-.*|accept-(?:charset|encoding)|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/;

function refuse(name: string, problem: string): CallError {
  return new CallError(Code.INVALID_ARGUMENT, `Metadata ${JSON.stringify(name)}: ${problem}.`);
}

function checkName(name: string): string {
  const lowerCase = name.toLowerCase();
  if (!/^[a-z0-9_.-]+$/.test(lowerCase)) {
    throw refuse(name, 'a name consists of letters, digits, "-", "_" and "."');
  }
  const own = Object.hasOwn(OWN, lowerCase) ? OWN[lowerCase] : undefined;
  if (own !== undefined) throw refuse(name, `this name can't be set: ${own}`);
  if (FORBIDDEN.test(lowerCase)) throw refuse(name, 'browsers do not let a page send this header');
  return lowerCase;
}

function fieldValue(name: string, value: MetadataValue): string {
  const binary = name.endsWith('-bin');
  if (value instanceof Uint8Array) {
    if (!binary) throw refuse(name, 'bytes need a name that ends in "-bin"');
    return encodeBase64(value);
  }
  if (typeof value !== 'string') {
    throw refuse(name, `a value is a string${binary ? ' or a Uint8Array' : ''}, not ${typeof value}`);
  }
  if (!binary) {
    if (/^[ -~]*$/.test(value)) return value;
    throw refuse(name, 'a value is printable ASCII; for anything else use a name that ends in "-bin" and bytes');
  }
  if (decodeBinaryValues(value) !== undefined) return value;
  throw refuse(name, 'text under "-bin" is base64; for raw bytes use a Uint8Array');
}

function isList(value: MetadataValue | readonly MetadataValue[]): value is readonly MetadataValue[] {
  return Array.isArray(value);
}

function* pairs(init: MetadataInit): Generator<readonly [string, MetadataValue]> {
  if (Symbol.iterator in init) {
    yield* init;
    return;
  }
  for (const [name, value] of Object.entries(init)) {
    if (value === undefined) continue;
    for (const item of isList(value) ? value : [value]) yield [name, item];
  }
}

/** Request metadata as header fields. Throws {@link CallError} INVALID_ARGUMENT, naming the one that can't be sent. */
export function requestMetadata(init: MetadataInit = {}): Headers {
  if (typeof init !== 'object' || init === null) {
    throw new CallError(Code.INVALID_ARGUMENT, 'Metadata must be an object of names and values, Headers, or pairs.');
  }
  const fields = new Headers();
  for (const [name, value] of pairs(init)) {
    const lowerCase = checkName(name);
    fields.append(lowerCase, fieldValue(lowerCase, value));
  }
  return fields;
}
