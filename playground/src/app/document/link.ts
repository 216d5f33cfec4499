import type { Document } from './document.js';
import { withoutHidden, readDocument, writeDocument } from './stored.js';
import type { Report } from '../../features/request-builder/model/source.js';
import { getReason } from '../../ui/text.js';
import type { JsonObject } from '../../json/json.js';

/** The largest size that a link may unpack to; a few bytes could otherwise become gigabytes. */
const MAX_BYTES = 8 * 2 ** 20;

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError(`it holds more than ${limit / 2 ** 20} MiB`);
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** A text, compressed and in base64url. */
export async function pack(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The text that was packed.
 * @throws Error if the text wasn't packed by `pack`, or unpacks to more than a link may hold
 */
async function unpack(packed: string): Promise<string> {
  let binary: string;
  try {
    binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  } catch (error) {
    throw new Error('it isn’t base64url', { cause: error });
  }
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  let unfolded: Uint8Array<ArrayBuffer>;
  try {
    unfolded = await pipe(bytes, new DecompressionStream('deflate-raw'), MAX_BYTES);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error('its end is missing, or a part was changed', { cause: error });
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unfolded);
}

/** Links up to this length are readable; longer ones are compressed. */
const READABLE_LENGTH = 800;
/** The length that browsers and servers still accept; longer links aren't written. */
const MAX_LENGTH = 60_000;

/** The link of a document. */
export interface Link {
  /** The text after the `#`; empty for the empty document, undefined if it would be too long. */
  readonly hash: string | undefined;
  /** Names of the secrets that were left out. */
  readonly removed: readonly string[];
}

/** Members of the call have its prefix. */
const CALL = 'call.';

/** Swaps the two kinds of quotes, because a URL escapes only double ones. Swapping twice restores the text. */
function swapQuotes(json: string): string {
  return json.replaceAll(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
}

function escapeForLink(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/%(20|24|2C|2F|3A|3B|3F|40|5B|5D|7B|7D)/g, (escape) =>
      escape === '%20' ? '+' : decodeURIComponent(escape),
    )
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
}

/** `name=text`, or `name:=JSON`. */
function writePair(name: string, value: unknown): string {
  return typeof value === 'string'
    ? `${escapeForLink(name)}=${escapeForLink(value)}`
    : `${escapeForLink(name)}:=${escapeForLink(swapQuotes(JSON.stringify(value)))}`;
}

/** The link of a document, with what the page shows of it and without its secrets; documents that look the same have equal links. */
export async function writeLink(document: Document, base: Document): Promise<Link> {
  const { document: open, removed } = withoutHidden(document);
  const written = writeDocument(open, base);
  const json = JSON.stringify(written);
  // JSON escapes half a surrogate pair, a URL can't hold it.
  if (json.length <= READABLE_LENGTH && !/\\ud[89a-f]/.test(json)) {
    const { call = {}, ...request } = written;
    const hash = [
      ...Object.entries(request).map(([name, value]) => writePair(name, value)),
      ...Object.entries(call as JsonObject).map(([name, value]) => writePair(CALL + name, value)),
    ].join('&');
    if (hash.length <= READABLE_LENGTH) return { hash, removed };
  }
  const hash = `z=${await pack(json)}`;
  return { hash: hash.length <= MAX_LENGTH ? hash : undefined, removed };
}

function readPair(pair: string): readonly [name: string, value: unknown] {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new Error(`“${pair.slice(0, 40)}” has no name or no value.`);
  const text = (encoded: string) => decodeURIComponent(encoded.replaceAll('+', ' '));
  const isJson = pair[equals - 1] === ':';
  const value = text(pair.slice(equals + 1));
  return [
    text(pair.slice(0, isJson ? equals - 1 : equals)),
    isJson ? (JSON.parse(swapQuotes(value)) as unknown) : value,
  ];
}

/** The JSON of a link's document, without the pairs that `report` gets. */
async function readHash(hash: string, report: Report): Promise<unknown> {
  if (hash.startsWith('z=')) return JSON.parse(await unpack(hash.slice(2))) as unknown;
  const request: (readonly [name: string, value: unknown])[] = [];
  const call: typeof request = [];
  for (const pair of hash.split('&').filter((text) => text !== '')) {
    try {
      const [name, value] = readPair(pair);
      if (name.startsWith(CALL)) call.push([name.slice(CALL.length), value]);
      else request.push([name, value]);
    } catch (error) {
      report(pair.split(/:?=/, 1)[0]?.slice(0, 40) ?? '', getReason(error));
    }
  }
  return { ...Object.fromEntries(request), call: Object.fromEntries(call) };
}

const listNames = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

function describeOmissions(unknown: readonly string[], damaged: readonly string[]): string | undefined {
  const sentences = [
    unknown.length > 0 && `This version doesn’t know ${listNames(unknown)} in the link and left it out.`,
    damaged.length > 0 && `The link is damaged at ${listNames(damaged)}, which was left out.`,
  ].filter(Boolean);
  return sentences.length === 0 ? undefined : [...sentences, 'The remaining parts are open.'].join(' ');
}

/** The document of a link. */
interface ReadLink {
  readonly document: Document;
  /** Sentences about the parts of the link that were left out; undefined if none was. */
  readonly problem: string | undefined;
}

/**
 * The document of a link's hash, without the `#`, as far as the link can be read.
 * @throws Error with a sentence about the mistake, if nothing of the link can be read
 */
export async function readLink(hash: string, base: Document): Promise<ReadLink> {
  try {
    const unknown: string[] = [];
    const mistakes = new Map<string, string>();
    const report: Report = (name, mistake) => {
      if (mistake === undefined) unknown.push(name);
      else mistakes.set(name, mistake);
    };
    const document = readDocument(await readHash(hash, report), base, report);
    const [first] = mistakes.values();
    if (first !== undefined && Object.keys(writeDocument(document, base)).length === 0) throw new Error(first);
    return { document, problem: describeOmissions(unknown, [...mistakes.keys()]) };
  } catch (error) {
    const reason = getReason(error);
    throw new Error(`This link is damaged or incomplete: ${reason.replace(/\.?$/, '.')}`, { cause: error });
  }
}
