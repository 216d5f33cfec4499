import { EndpointError } from 'endpoint.js';
import { packCatalogue } from '../pack.js';
import { describePosition, parseText, TextError } from './parse-text.js';
import { readOpenApi } from './read-openapi.js';

/** A document to read: a file, a text, or an address. */
export type DocumentSource =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string };

/** A document that was read. */
export interface ReadDocument {
  readonly title: string;
  readonly version: string;
  /** The file's name, or the address. */
  readonly name: string;
  /** Number of operations. */
  readonly count: number;
  /** Bytes of the text. */
  readonly size: number;
  readonly warnings: readonly string[];
  /** The packed catalogue as JSON. */
  readonly catalogue: string;
}

const MEGABYTE = 1_000_000;
const MAX_BYTES = 64 * MEGABYTE;

const formatSize = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/**
 * Reads a document into a packed catalogue.
 *
 * @throws Error with one sentence: the document's name, the position of the mistake, and what would be right
 */
export async function readDocument(source: DocumentSource): Promise<ReadDocument> {
  const name = nameSource(source);
  const { content, url } = await load(source);
  if (content.size > MAX_BYTES)
    throw new Error(
      `${name}: has ${formatSize(content.size)}, more than ${formatSize(MAX_BYTES)}; choose a smaller document.`,
    );
  const text = await content.text().catch((error: unknown) => {
    // The file was moved or changed since it was chosen.
    throw new Error(`${name}: could not be read; choose the file again.`, { cause: error });
  });
  try {
    const { operations, ...facts } = readOpenApi(await parseText(text), url);
    const catalogue = JSON.stringify(packCatalogue({ operations, ...facts }));
    return { ...facts, name, count: operations.length, size: content.size, catalogue };
  } catch (error) {
    // Values that are nested too deep exceed the stack.
    if (error instanceof RangeError)
      throw new Error(`${name}: is nested too deeply to be read; flatten its examples.`, { cause: error });
    if (!(error instanceof TextError || error instanceof EndpointError)) throw error;
    const position = error.position ?? findVersion(text);
    const place = position === undefined ? '' : `, ${describePosition(text, position)}`;
    throw new Error(`${name}${place}: ${error.message}`, { cause: error });
  }
}

function nameSource(source: DocumentSource): string {
  if (source.kind === 'file') return source.file.name;
  return source.kind === 'text' ? 'The pasted text' : source.url;
}

/** The place of the version, for a document of another format. */
function findVersion(text: string): number | undefined {
  const position = text.search(/["']?\b(?:openapi|swagger)["']?\s*:/);
  return position === -1 ? undefined : position;
}

/** The content of a document, and its address if it has one. */
interface Loaded {
  readonly content: Blob;
  readonly url?: string;
}

async function load(source: DocumentSource): Promise<Loaded> {
  if (source.kind === 'url') return download(source.url);
  return { content: source.kind === 'file' ? source.file : new Blob([source.text]) };
}

async function download(url: string): Promise<Loaded> {
  const response = await fetch(url, {
    credentials: 'omit',
    headers: { accept: 'application/json, application/yaml, */*' },
  }).catch((error: unknown) => {
    // Browsers don't tell pages which of the reasons it was.
    throw new Error(
      `${url}: could not be read: its server doesn't answer, or doesn't allow other pages to read it (CORS). Open the address in a new tab, save the document, and choose the file here.`,
      { cause: error },
    );
  });
  if (!response.ok)
    throw new Error(
      `${url}: its server answers ${response.status} ${response.statusText}; check the address.`.replace(' ;', ';'),
    );
  const content = await response.blob().catch((error: unknown) => {
    throw new Error(`${url}: its connection dropped; fetch it again, or save the document and choose the file here.`, {
      cause: error,
    });
  });
  // After redirects it is another one.
  return { content, url: response.url || url };
}
