import { encodeBase64, decodeBinaryValues } from './binary-metadata.js';
import { isPlainObject } from '../../lib/strict.js';
import { CallError, Code, failSetting } from './status.js';

/** Text; for names that end in `-bin`, bytes or their base64. */
export type MetadataValue = string | Uint8Array;

/**
 * Request metadata: an object (a list sends its name several times, `undefined` omits it), `Headers`, a `Map`, or pairs.
 * Names in any case; values in printable ASCII, except under `-bin`.
 */
export type MetadataInit =
  | Iterable<readonly [string, MetadataValue]>
  | { readonly [name: string]: MetadataValue | readonly MetadataValue[] | undefined };

/** Names that the client sets itself, with the reason or the option. */
const RESERVED: ReadonlyMap<string, string> = new Map([
  ['accept', 'it is always application/grpc-web+proto'],
  ['content-type', 'it is always application/grpc-web+proto'],
  ['x-grpc-web', 'the client sets it'],
  ['grpc-timeout', 'use the option "deadline"'],
  ['grpc-encoding', 'messages are sent uncompressed'],
]);

/** Request headers that a page can't set: a browser silently omits them (Fetch, forbidden request-header). */
const FORBIDDEN =
  /^(?:proxy-.*|sec-.*|accept-(?:charset|encoding)|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/;

function refuse(name: string, problem: string): CallError {
  return new CallError(Code.INVALID_ARGUMENT, `Metadata ${JSON.stringify(name)}: ${problem}.`);
}

function checkName(name: string): string {
  const lowerCase = name.toLowerCase();
  if (!/^[a-z0-9_.-]+$/.test(lowerCase)) {
    throw refuse(name, 'this name isn\'t valid; use letters, digits, "-", "_" and "."');
  }
  const reserved = RESERVED.get(lowerCase);
  if (reserved !== undefined) throw refuse(name, `this name can't be set; ${reserved}`);
  if (FORBIDDEN.test(lowerCase)) throw refuse(name, 'browsers do not let a page send this header; use another name');
  return lowerCase;
}

function encodeValue(name: string, value: MetadataValue): string {
  const binary = name.endsWith('-bin');
  if (value instanceof Uint8Array) {
    if (!binary) throw refuse(name, 'the value is bytes; use a name that ends in "-bin"');
    return encodeBase64(value);
  }
  if (typeof value !== 'string') {
    throw refuse(name, `the value is of type ${typeof value}; pass a string${binary ? ' or a Uint8Array' : ''}`);
  }
  if (!binary) {
    if (/^[ -~]*$/.test(value)) return value;
    throw refuse(name, 'the value is not printable ASCII; use a name that ends in "-bin", and bytes');
  }
  if (decodeBinaryValues(value) !== undefined) return value;
  throw refuse(name, 'the value is not base64, as under "-bin"; pass a Uint8Array for raw bytes');
}

function* listPairs(init: MetadataInit): Generator<readonly [string, MetadataValue]> {
  if (typeof init === 'object' && init && Symbol.iterator in init) {
    for (const pair of init) {
      if (!Array.isArray(pair) || pair.length !== 2)
        failSetting('invalid-option', 'metadata', 'must have pairs of a name and a value');
      yield pair;
    }
    return;
  }
  // Properties that are inherited, or of a Promise, wouldn't be sent.
  if (!isPlainObject(init)) {
    const value = init as object | null;
    const type = value === null ? value : value.constructor.name;
    failSetting('invalid-option', 'metadata', `is of type ${type}; pass a plain object, Headers, or pairs`);
  }
  for (const [name, value] of Object.entries(init)) {
    if (value === undefined) continue;
    for (const item of [value].flat()) yield [name, item];
  }
}

/** Converts request metadata to header fields. Throws {@link CallError} INVALID_ARGUMENT with the name of one that can't be sent. */
export function requestMetadata(init: MetadataInit = {}): Headers {
  const fields = new Headers();
  for (const [name, value] of listPairs(init)) {
    const lowerCase = checkName(name);
    fields.append(lowerCase, encodeValue(lowerCase, value));
  }
  return fields;
}
