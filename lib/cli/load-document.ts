import type SwaggerParser from '@apidevtools/swagger-parser';
import { Failure } from '../command.js';
import { Document } from './document.js';
import type { DocumentFiles } from './files.js';
import { isObject, type JsonObject } from './json.js';

const PARSER = '@apidevtools/swagger-parser';

/** Most values in a file, each counted as often as aliases repeat it, and how deep they may be nested. */
const MAX_VALUES = 5_000_000;
const MAX_DEPTH = 400;

async function importParser(): Promise<typeof SwaggerParser> {
  try {
    return (await import('@apidevtools/swagger-parser')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure(
      `types reads documents with ${PARSER}, which is not installed: npm install --save-dev ${PARSER}@12`,
      { cause: error },
    );
  }
}

/**
 * Reads and parses an OpenAPI 3.x or Swagger 2.0 document, JSON or YAML, with the files that it refers to.
 * @throws Failure where it can't be read, or is no such document
 */
export async function loadDocument(files: DocumentFiles): Promise<Document> {
  const Parser = await importParser();
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
    resolve: { file: false, http: false, given: { order: 1, canRead: true, read } },
    parse: { text: false, binary: false },
  };
  const failure = (error: unknown): Failure => {
    const { message } = [...unread.values()][0] ?? (error as Error);
    // What can't be read or parsed names its file already.
    return new Failure(message.includes(files.entry) ? message : `${files.entry}: ${message}`, { cause: error });
  };
  try {
    await parser.parse(files.entry, options);
  } catch (error) {
    // What it refuses after parsing, versions that it doesn't know or that are numbers, is decided here.
    if (!isObject(parser.api)) throw failure(error);
  }
  const root = checkedRoot(parser.api, files.entry);
  assertTame(root, files.entry);
  try {
    await parser.resolve(files.entry, forParser(root) as never, { ...options, continueOnError: true });
  } catch (error) {
    // Each file that could not be read stands among the values as an error, and is told of where it is needed.
    if (!(error instanceof Error) || error.name !== 'JSONParserErrorGroup') throw failure(error);
  }
  const values = new Map<string, unknown>(Object.entries(parser.$refs.values()));
  for (const [file, value] of values) assertTame(value, file);
  for (const [file, error] of unread) values.set(file, error);
  const [entry] = values.keys();
  return new Document(root, entry ?? files.entry, values);
}

/** The document, if it is one that routes can be read from. */
function checkedRoot(api: unknown, file: string): JsonObject {
  const { swagger, openapi, paths } = isObject(api) ? api : {};
  const isKnown = swagger === undefined ? typeof openapi === 'string' && /^3\.\d/.test(openapi) : Number(swagger) === 2;
  if (!isObject(api) || !isKnown) {
    const found = JSON.stringify(openapi ?? swagger) ?? 'neither "openapi" nor "swagger"';
    throw new Failure(`${file}: is no OpenAPI 3.x or Swagger 2.0 document, it says ${found}.`);
  }
  if (!isObject(paths)) throw new Failure(`${file}: has no paths, so there are no routes.`);
  return api;
}

/** The document with versions that the parser does not refuse, so that it reads the files that are referred to. */
function forParser(root: JsonObject): JsonObject {
  const version = root['swagger'] === undefined ? { openapi: '3.1.2' } : { swagger: '2.0' };
  return { ...root, ...version, info: { title: '', version: '' } };
}

/** Refuses what would take for ever: in YAML a few lines of aliases can stand for billions of values, or for a cycle. */
function assertTame(root: unknown, file: string): void {
  let count = 0;
  const stack: [value: unknown, depth: number][] = [[root, 0]];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [value, depth] = top;
    if (typeof value !== 'object' || value === null || value instanceof Error) continue;
    if (depth > MAX_DEPTH) throw new Failure(`${file}: is nested more than ${MAX_DEPTH} levels deep.`);
    const members = Object.values(value);
    count += members.length;
    if (count > MAX_VALUES) throw new Failure(`${file}: has more than ${MAX_VALUES} values, aliases included.`);
    for (const member of members) stack.push([member, depth + 1]);
  }
}
