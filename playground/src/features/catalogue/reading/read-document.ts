import { getReason, writeSize } from '../../../ui/text.js';
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

const MAX_BYTES = 64_000_000;

/**
 * Reads a document into a packed catalogue.
 *
 * @throws Error with one sentence: the document's name, the position of the mistake, and what would be right
 */
export async function readDocument(source: DocumentSource): Promise<ReadDocument> {
  const { name, content, url } = await load(source);
  if (content.size > MAX_BYTES)
    throw new Error(
      `${name}: has ${writeSize(content.size)}, more than ${writeSize(MAX_BYTES)}; choose a smaller document.`,
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
    const position = (error instanceof TextError ? error.position : undefined) ?? findVersion(text);
    const place = position === undefined ? '' : `, ${describePosition(text, position)}`;
    throw new Error(`${name}${place}: ${getReason(error)}`, { cause: error });
  }
}

/** The place of the version, for a document of another format. */
function findVersion(text: string): number | undefined {
  const position = text.search(/["']?\b(?:openapi|swagger)["']?\s*:/);
  return position === -1 ? undefined : position;
}

interface Loaded {
  /** The file's name, or the address. */
  readonly name: string;
  readonly content: Blob;
  /** The address, after redirects. */
  readonly url?: string;
}

async function load(source: DocumentSource): Promise<Loaded> {
  if (source.kind === 'file') return { name: source.file.name, content: source.file };
  if (source.kind === 'text') return { name: 'The pasted text', content: new Blob([source.text]) };
  const typed = source.url.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  // Chromium would encode spaces.
  if (!/^https?:\S+$/i.test(address) || !URL.canParse(address))
    throw new Error(`${typed}: isn't an address; write one such as https://example.com/openapi.json.`);
  const name = new URL(address).href;
  const fail = (error: unknown): never => {
    // Browsers don't tell pages which of the reasons it was.
    throw new Error(
      `${name}: could not be read: its server doesn't answer, or breaks off, or doesn't allow other pages to read it (CORS). Open the address in a new tab, save the document, and choose the file here.`,
      { cause: error },
    );
  };
  const headers = { accept: 'application/json, application/yaml, */*' };
  const response = await fetch(name, { credentials: 'omit', headers }).catch(fail);
  const status = `${response.status} ${response.statusText}`.trim();
  if (!response.ok) throw new Error(`${name}: its server answers ${status}; check the address.`);
  return { name, content: await response.blob().catch(fail), url: response.url || name };
}
