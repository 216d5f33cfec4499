import { writeFile } from 'node:fs/promises';
import { readArguments } from './arguments.js';
import { Failure, UsageError, type Command, type Io } from './command.js';
import { writeCatalogue } from './openapi/catalogue.js';
import { filesAt, standardInput, type DocumentFiles } from './openapi/files.js';
import { loadDocument } from './openapi/load.js';

const HELP = `Usage: endpoint.js types <document> [flags]

Writes a catalogue of routes as TypeScript, for createEndpoint<Routes>(): each route with its parameters, where they go,
and whether they are required.

  endpoint.js types openapi.yaml --output routes.d.ts
  endpoint.js types https://api.example.com/openapi.json > routes.d.ts

  <document>          OpenAPI 3.x or Swagger 2.0 in JSON or YAML: a file, an http(s) URL, or - for standard input
  --output, -o file   where to write (standard output)
  --name, -n name     of the interface (Routes)

It reads documents with @apidevtools/swagger-parser, which you install beside endpoint.js. A document may refer to files
beside or below it, one on the web to what is on its own origin. What can't be expressed is named on standard error.
Exit codes: 0 written, 1 it can't be read or written, 2 the arguments can't be understood.
`;

/** `endpoint.js types`. */
export const types: Command = {
  name: 'types',
  summary: 'writes a catalogue of routes from an OpenAPI or Swagger document',
  help: HELP,
  run: runTypes,
};

async function runTypes(args: readonly string[], io: Io): Promise<void> {
  const { values, positionals } = readArguments(args, {
    output: { type: 'string', short: 'o' },
    name: { type: 'string', short: 'n', default: 'Routes' },
  });
  const [place, another] = positionals;
  if (place === undefined) throw new UsageError('Give a document: a file, a URL, or - for standard input.');
  if (another !== undefined) throw new UsageError(`Give one document, not ${JSON.stringify(another)} too.`);
  if (!/^[A-Z][A-Za-z\d_]*$/.test(values.name))
    throw new UsageError(`--name must be a type's name such as Routes, not ${JSON.stringify(values.name)}.`);

  const document = await loadDocument(await filesOf(place, io));
  const text = writeCatalogue(document, values.name);
  for (const warning of document.warnings) io.stderr.write(`warning: ${warning}\n`);
  if (values.output === undefined) io.stdout.write(text);
  else await write(values.output, text);
}

async function filesOf(place: string, { stdin }: Io): Promise<DocumentFiles> {
  if (place !== '-') return filesAt(place);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
  return standardInput(new TextDecoder().decode(Buffer.concat(chunks)));
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new Failure(`${path} can't be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
