import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { $RefParser, JSONParserErrorGroup } from '@apidevtools/json-schema-ref-parser';
import { ApiDocument, checkDocument } from 'endpoint.js/openapi';
import { Failure, getMessage } from './command.js';
import { download } from './download.js';

/** The largest file of a document, in bytes. */
const MAX_BYTES = 64 * 2 ** 20;

const isUrl = (location: string) => /^https?:\/\//i.test(location);

/**
 * Opens the document on standard input: `entry` is its own path, and `read` rejects files that it may not refer to.
 *
 * @param allow folders and origins to whose files it may refer
 */
export function openText(text: string, allow: readonly string[]) {
  // The extension selects the parser.
  const entry = resolve(/^\s*\{/.test(text) ? 'stdin.json' : 'stdin.yaml');
  let isRead = false;
  return {
    entry,
    read: async (url: string) => {
      if (isRead) return readAllowed(url, allow);
      isRead = true;
      return text;
    },
  };
}

/**
 * Opens the document at a path or http(s) URL. It may refer to files beside or below it, or to those on its origin.
 *
 * @param allow other folders and origins to whose files it may refer
 */
export function openDocument(location: string, allow: readonly string[] = []) {
  const isRemote = isUrl(location);
  const entry = isRemote ? new URL(location).href : resolve(location);
  return {
    entry,
    read: async (url: string) => readAllowed(url, [isRemote ? entry : dirname(await resolveLinks(entry)), ...allow]),
  };
}

/**
 * Reads a file on one of the origins, or in one of the folders or below it.
 *
 * @param url a URL, or a path that is percent-encoded as in URLs
 */
async function readAllowed(url: string, allowed: readonly string[]) {
  const origins = allowed.filter(isUrl).map((each) => new URL(each).origin);
  if (isUrl(url)) {
    const { origin } = new URL(url);
    if (!origins.includes(origin)) throw refuse(url, origin);
    return decode(url, await download(url, origins));
  }
  const path = url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url);
  const file = await resolveLinks(path);
  const folders = await Promise.all(allowed.filter((each) => !isUrl(each)).map(resolveLinks));
  const isInside = (folder: string) => {
    const inside = relative(folder, file);
    // On another drive, it is absolute.
    return !isAbsolute(inside) && !['', '..'].includes(inside.split(sep, 1).join());
  };
  if (!folders.some(isInside)) throw refuse(url, dirname(file));
  return decode(path, await readFile(file));
}

function refuse(url: string, place: string) {
  // The names in a document can't be trusted, and a shell would read some characters.
  const word = /^[\w./:@-]+$/.test(place) ? place : `'${place.replaceAll("'", `'\\''`)}'`;
  return new Error(`${url} is not read; if the document may refer to it, pass --allow ${word}.`);
}

async function resolveLinks(path: string) {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`${path} doesn't exist.`, { cause: error });
    throw error;
  }
}

function decode(url: string, bytes: Uint8Array) {
  if (bytes.length > MAX_BYTES) throw new Error(`${url} is not read: it has more than ${MAX_BYTES / 2 ** 20} MiB.`);
  return new TextDecoder().decode(bytes);
}

/** The most values in a file, counted as often as aliases repeat them, and their deepest nesting. */
const MAX_VALUES = 5_000_000;
const MAX_DEPTH = 400;

/**
 * Reads and parses an OpenAPI 3.x or Swagger 2.0 document, JSON or YAML, with the files that it refers to.
 *
 * @throws Failure where it can't be read, or isn't such a document
 */
export async function loadDocument(reader: ReturnType<typeof openDocument>) {
  const { entry } = reader;
  const parser = new $RefParser();
  const unread = new Map<string, Error>();
  const read = ({ url }: { url: string }) =>
    reader.read(url).catch((error: Error) => {
      unread.set(url, error);
      throw error;
    });
  const options = {
    resolve: { file: false, http: false, reader: { order: 1, canRead: true, read } },
    parse: { text: false, binary: false },
  };
  const fail = (error: unknown): never => {
    const reason = getMessage([...unread.values()][0] ?? error);
    const message = reason.endsWith('is not a valid JSON Schema')
      ? 'is text, not JSON or YAML of an object; pass an OpenAPI 3.x or Swagger 2.0 document.'
      : reason;
    // A message about reading or parsing contains the file already.
    throw new Failure(message.includes(entry) ? message : `${entry}: ${message}`, { cause: error });
  };
  const root = await parser.parse(entry, options).then(checkDocument).catch(fail);
  resolveMergeKeys(root, entry);
  try {
    await parser.resolve(entry, root, { ...options, continueOnError: true });
  } catch (error) {
    // A file that can't be read is among the values as an error, which is reported where the file is needed.
    if (!(error instanceof JSONParserErrorGroup)) fail(error);
  }
  const values = new Map<string, unknown>(Object.entries(parser.$refs.values()));
  for (const [file, value] of values) resolveMergeKeys(value, file);
  for (const [file, error] of unread) values.set(file, error);
  const [path = entry] = values.keys();
  return new ApiDocument(root, { entry: path, files: values });
}

/**
 * Writes the members that merge keys (YAML 1.1) stand for, and rejects documents that take forever: a few lines of YAML aliases can represent
 * billions of values, or a cycle.
 */
function resolveMergeKeys(root: unknown, file: string) {
  let count = 0;
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || value instanceof Error) return;
    if (depth > MAX_DEPTH) throw new Failure(`${file}: is nested more than ${MAX_DEPTH} levels deep.`);
    if ('<<' in value && typeof value['<<'] === 'object') {
      const { '<<': merged, ...own } = value;
      delete (value as { '<<'?: unknown })['<<'];
      Object.assign(value, ...[merged].flat().toReversed(), own);
    }
    const members = Object.values(value);
    count += members.length;
    if (count > MAX_VALUES) throw new Failure(`${file}: has more than ${MAX_VALUES} values, aliases included.`);
    for (const member of members) visit(member, depth + 1);
  };
  visit(root, 0);
}
