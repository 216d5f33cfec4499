import { decode, type HttpResponse } from '../response.js';
import { askOnce } from '../../../../ui/thread.js';
import type { JsonBody, ParsedBody } from './body.worker.js';
import type { JsonMistake } from './parse-nodes.js';
import { createTree, type JsonTree } from './tree.js';

/** The parts of a media type that matter here, and the way to show a body of it. */
interface BodyForm {
  readonly kind: 'empty' | 'json' | 'text' | 'image' | 'binary';
  /** Whether the type says that the body is JSON. */
  readonly isJson: boolean;
  /** For `TextDecoder`. */
  readonly charset: string;
  /** With its dot. */
  readonly extension: string;
}

/** The part of a media type that names a file, by the end of its name or as below. */
const NAMED =
  /(?<=[/+])(?:json|xml)$|ndjson|jsonl|json-seq|html|svg|csv|yaml|javascript|png|jpe?g|gif|webp|avif|pdf|\bg?zip/;
const SHORT: Readonly<Record<string, string>> = {
  ndjson: 'jsonl',
  'json-seq': 'jsonl',
  javascript: 'js',
  jpeg: 'jpg',
  gzip: 'zip',
};
const TEXTUAL =
  /^text\/|[/+](?:json|xml|yaml)$|javascript|x-www-form-urlencoded|graphql|ndjson|jsonl|json-seq|event-stream/;
/** Larger images would be megabytes of a data URL. */
const MAX_IMAGE = 8 * 1024 * 1024;

/** The name of an encoding by one of its labels; of UTF-8 for an unknown one. */
function findCharset(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // An unknown label throws a RangeError.
    return 'utf-8';
  }
}

/**
 * Determines how to show a body.
 * @param head its first bytes, which decide if its type is unknown
 */
export function readForm(contentType: string, size: number, head: Uint8Array): BodyForm {
  const type = (/^[^;]*/.exec(contentType)?.[0] ?? '').trim().toLowerCase();
  const charset = findCharset(/charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8');
  const [named] = NAMED.exec(type) ?? [];
  const isText = TEXTUAL.test(type) || (/^(?:application\/octet-stream)?$/.test(type) && !head.includes(0));
  const isJson = named === 'json';
  const extension = `.${named ? (SHORT[named] ?? named) : isText ? 'txt' : 'bin'}`;
  const form = { isJson, charset, extension };
  if (size === 0) return { ...form, kind: 'empty' };
  if (type.startsWith('image/') && size <= MAX_IMAGE) return { ...form, kind: 'image' };
  if (!isText) return { ...form, kind: 'binary' };
  const first = new TextDecoder(charset).decode(head).trimStart()[0] ?? '';
  return { ...form, kind: isJson || '{['.includes(first) ? 'json' : 'text' };
}

/** The name of a file for the body of a url. */
export function writeFileName(url: string, extension: string): string {
  const segments = (/^[^?#]*/.exec(url)?.[0] ?? '').split('/');
  const last = segments.slice(3).findLast((segment) => segment !== '') ?? 'response';
  const plain = last.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);
  return /\.\w{1,5}$/.test(plain) && plain.endsWith(extension) ? plain : plain + extension;
}

/** A body that was read, in the form in which it is shown. */
export type ReadBody =
  | { readonly kind: 'empty' | 'binary' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string; readonly mistake?: JsonMistake | undefined }
  | { readonly kind: 'json'; readonly text: string; readonly tree: JsonTree };

const HEAD_BYTES = 1024;

/** The policy of the page allows images as data URLs, not as blobs. */
function writeDataUrl(body: Blob, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The image can’t be read.')));
    reader.readAsDataURL(new Blob([body], { type }));
  });
}

/**
 * Reads a body.
 * @throws the reason of the signal, if it was aborted; Error if the worker fails
 */
export async function readBody({ body, type }: HttpResponse, signal: AbortSignal): Promise<ReadBody> {
  const head = new Uint8Array(await body.slice(0, HEAD_BYTES).arrayBuffer());
  const { kind, isJson, charset } = readForm(type, body.size, head);
  if (kind === 'image') return { kind, address: await writeDataUrl(body, type) };
  if (kind === 'empty' || kind === 'binary') return { kind };
  if (kind === 'json') {
    signal.throwIfAborted();
    const worker = new Worker(new URL('body.worker.ts', import.meta.url), { type: 'module' });
    const parsed = (await askOnce(worker, 'parse', { body, charset } satisfies JsonBody, signal)) as ParsedBody;
    const { text } = parsed;
    if ('mistake' in parsed) return { kind: 'text', text, mistake: isJson ? parsed.mistake : undefined };
    const tree = createTree(text, parsed.nodes);
    return tree.isLeaf ? { kind: 'text', text } : { kind, text, tree };
  }
  return { kind: 'text', text: await decode(body, charset) };
}
