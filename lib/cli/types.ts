import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { Failure, getMessage, readArguments, readChoice, UsageError, type Command } from './command.js';
import { QUERY_ARRAYS } from './request-input.js';

const HELP = `Usage: endpoint.js types <document> [flags]

Writes a catalogue of routes as TypeScript, for createEndpoint<Routes>(): the parameters of each route with their places
and types, and whether they are required.

  endpoint.js types openapi.yaml --output routes.d.ts
  endpoint.js types https://api.example.com/openapi.json > routes.d.ts

  <document>             OpenAPI 3.x or Swagger 2.0 in JSON or YAML: a file, an http(s) URL, or - for standard input
  --output, -o file      the file to write (standard output)
  --name, -n name        the name of the interface (Routes)
  --allow place          a folder or origin to whose files the document may refer, too; several times for several places
  --query-arrays style   the builder's style of lists in a query (repeat); routes name the lists of other styles

A document may refer to files beside or below it, and a document on the web to files on its own origin. A document on
standard input may refer to none. Everything that the catalogue leaves out is listed on standard error.
Exit codes: 0 written, 1 not read or not written, 2 wrong arguments.
`;

/** `endpoint.js types`. */
export const types: Command = {
  name: 'types',
  summary: 'writes a catalogue of routes from an OpenAPI or Swagger document',
  help: HELP,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      output: { type: 'string', short: 'o' },
      name: { type: 'string', short: 'n', default: 'Routes' },
      allow: { type: 'string', multiple: true },
      'query-arrays': { type: 'string' },
    });
    const [location, another] = positionals;
    if (location === undefined)
      throw new UsageError('document: is missing; pass a file, a URL, or - for standard input.');
    if (another !== undefined) throw new UsageError(`document: ${JSON.stringify(another)} is a second one; pass one.`);
    const arrays = readChoice('--query-arrays', values['query-arrays'], QUERY_ARRAYS);
    if (!/^[A-Z][A-Za-z\d_]*$/.test(values.name))
      throw new UsageError(`--name: ${JSON.stringify(values.name)} isn't a type name; use one such as Routes.`);

    const { allow = [], output } = values;
    for (const place of allow)
      if (!existsSync(place) && !/^https?:\/\/[^/?#@]+\/?$/i.test(place))
        throw new UsageError(
          `--allow: ${JSON.stringify(place)} is neither a folder nor an origin; pass one that exists, such as ../shared or https://schemas.example.com.`,
        );

    // Only now: `build` doesn't need them, and they are large.
    const [{ writeCatalogue }, { loadDocument, openDocument, openText }] = await Promise.all([
      import('endpoint.js/openapi'),
      import('./load-document.js'),
    ]);
    const reader = location === '-' ? openText(await readText(io.stdin), allow) : openDocument(location, allow);
    const document = await loadDocument(reader);
    const text = writeCatalogue(document, values.name, arrays);
    for (const warning of document.warnings) io.stderr.write(`warning: ${warning}\n`);
    if (output === undefined) io.stdout.write(text);
    else
      try {
        await writeFile(output, text);
      } catch (error) {
        throw new Failure(`${output} can't be written: ${getMessage(error)}`, { cause: error });
      }
  },
};
