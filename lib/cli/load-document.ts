import { $RefParser, JSONParserErrorGroup } from '@apidevtools/json-schema-ref-parser';
import { ApiDocument, checkDocument } from 'endpoint.js/openapi';
import { Failure, getMessage } from './command.js';
import type { DocumentReader } from './document-files.js';

/** The most values in a file, counted as often as aliases repeat them, and their deepest nesting. */
const MAX_VALUES = 5_000_000;
const MAX_DEPTH = 400;

/**
 * Reads and parses an OpenAPI 3.x or Swagger 2.0 document, JSON or YAML, with the files that it refers to.
 *
 * @throws Failure where it can't be read, or isn't such a document
 */
export async function loadDocument(reader: DocumentReader): Promise<ApiDocument> {
  const { entry } = reader;
  const parser = new $RefParser();
  const unread = new Map<string, Error>();
  const read = async ({ url }: { url: string }): Promise<string> => {
    try {
      return await reader.read(url);
    } catch (error) {
      unread.set(url, error as Error);
      throw error;
    }
  };
  const options = {
    resolve: { file: false, http: false, reader: { order: 1, canRead: true, read } },
    parse: { text: false, binary: false },
  };
  const fail = (error: unknown): never => {
    const message = getMessage([...unread.values()][0] ?? error);
    // A message about reading or parsing contains the file already.
    throw new Failure(message.includes(entry) ? message : `${entry}: ${message}`, { cause: error });
  };
  const root = await parser.parse(entry, options).then(checkDocument).catch(fail);
  assertReadable(root, entry);
  try {
    await parser.resolve(entry, root, { ...options, continueOnError: true });
  } catch (error) {
    // A file that can't be read is among the values as an error, which is reported where the file is needed.
    if (!(error instanceof JSONParserErrorGroup)) fail(error);
  }
  const values = new Map<string, unknown>(Object.entries(parser.$refs.values()));
  for (const [file, value] of values) assertReadable(value, file);
  for (const [file, error] of unread) values.set(file, error);
  const [path = entry] = values.keys();
  return new ApiDocument(root, { entry: path, files: values });
}

/** Rejects documents that take forever: a few lines of YAML aliases can represent billions of values, or a cycle. */
function assertReadable(root: unknown, file: string): void {
  let count = 0;
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, depth } = top;
    if (typeof value !== 'object' || value === null || value instanceof Error) continue;
    if (depth > MAX_DEPTH) throw new Failure(`${file}: is nested more than ${MAX_DEPTH} levels deep.`);
    const members = Object.values(value);
    count += members.length;
    if (count > MAX_VALUES) throw new Failure(`${file}: has more than ${MAX_VALUES} values, aliases included.`);
    for (const member of members) stack.push({ value: member, depth: depth + 1 });
  }
}
