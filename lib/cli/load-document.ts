import { ApiDocument, checkDocument, type JsonObject } from 'endpoint.js/openapi';
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
export async function loadDocument(files: DocumentReader): Promise<ApiDocument> {
  // Only when there is a document: the parser is the largest part of the command.
  const { default: Parser } = await import('@apidevtools/swagger-parser');
  const parser = new Parser();
  const unread = new Map<string, Error>();
  const read = async ({ url }: { url: string }): Promise<string> => {
    try {
      return await files.read(url);
    } catch (error) {
      unread.set(url, error as Error);
      throw error;
    }
  };
  const options = {
    resolve: { file: false, http: false, documentFiles: { order: 1, canRead: true, read } },
    parse: { text: false, binary: false },
  };
  const toFailure = (error: unknown): Failure => {
    const { message } = [...unread.values()][0] ?? (error as Error);
    // A message about reading or parsing contains the file already.
    return new Failure(message.includes(files.entry) ? message : `${files.entry}: ${message}`, { cause: error });
  };
  try {
    await parser.parse(files.entry, options);
  } catch (error) {
    // The parser rejects versions that it doesn't know or that are numbers; the check below decides.
    if (typeof parser.api !== 'object') throw toFailure(error);
  }
  const root = check(files.entry, () => checkDocument(parser.api));
  assertReadable(root, files.entry);
  try {
    await parser.resolve(files.entry, toParserInput(root) as never, { ...options, continueOnError: true });
  } catch (error) {
    // A file that can't be read is among the values as an error, which is reported where the file is needed.
    if (!(error instanceof Error) || error.name !== 'JSONParserErrorGroup') throw toFailure(error);
  }
  const values = new Map<string, unknown>(Object.entries(parser.$refs.values()));
  for (const [file, value] of values) assertReadable(value, file);
  for (const [file, error] of unread) values.set(file, error);
  const [entry = files.entry] = values.keys();
  return new ApiDocument(root, { entry, files: values });
}

function check<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new Failure(`${file}: ${getMessage(error)}`, { cause: error });
  }
}

/** The document with a version that the parser accepts, so that it reads the files that the document refers to. */
function toParserInput(root: JsonObject): JsonObject {
  const version = root['swagger'] === undefined ? { openapi: '3.1.2' } : { swagger: '2.0' };
  return { ...root, ...version, info: { title: '', version: '' } };
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
