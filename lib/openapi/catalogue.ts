import type { Api, ListStyle } from './api.js';
import type { ApiDocument } from './document.js';
import { readApi } from './read-api.js';
import { formatRoute, writeRoute } from './route-entry.js';
import { SchemaTypes } from './schema-types.js';
import { commentText, indent, stringLiteral } from './text.js';

/**
 * Writes the catalogue of a document as TypeScript: an interface for `createEndpoint<Routes>()` with an entry for each route, and
 * the types that it refers to. No text of the document can leave the comments and strings of the result; `document.warnings` names
 * what was left out.
 *
 * @param name of the interface
 */
export function writeCatalogue(document: ApiDocument, name = 'Routes'): string {
  const api = readApi(document);
  const types = new SchemaTypes(document, [name]);
  const list = findUsualList(api);
  const [baseUrl] = api.baseUrls;
  const entries = new Map<string, string>();
  for (const operation of api.operations) {
    const route = formatRoute(operation);
    if (entries.has(route)) document.warn(`${route}: is in the document twice; the second one is left out.`);
    else entries.set(route, writeRoute({ document, types, list, baseUrl }, operation) ?? '');
  }
  const routes = [...entries.values()].filter((entry) => entry !== '');
  const body = routes.length > 0 ? indent(`{\n${routes.join('\n')}`) : '{';
  const title = commentText(api.title ?? 'an API').replace(/\s+/g, ' ');
  return [
    writeHeader(api, name, list),
    `/** The routes of ${title}. */\nexport interface ${name} ${body}\n}\n`,
    ...types.writeDeclarations(),
  ].join('\n');
}

/** How most lists in queries are written, of the ways that the builder knows. */
function findUsualList({ operations }: Api): ListStyle {
  const styles = operations.flatMap(({ parameters }) => parameters.flatMap(({ list }) => list ?? []));
  const count = (style: ListStyle): number => styles.filter((candidate) => candidate === style).length;
  return count('repeat') > count('comma') ? 'repeat' : 'comma';
}

/** The first comment of the file: its source, and the settings of the builder that fits it. */
function writeHeader({ title = 'an API', version = '', format, baseUrls }: Api, name: string, list: ListStyle): string {
  const settings = [
    baseUrls[0] === undefined ? '' : `baseUrl: ${stringLiteral(baseUrls[0])}`,
    list === 'repeat' ? 'query: { arrays: "repeat" }' : '',
  ].filter(Boolean);
  const others = baseUrls.slice(1).map((url) => `Another base URL: ${url}`);
  const source = `${title} ${version}`.trim();
  const text = [
    `Written by \`endpoint.js types\` from the ${format} document of ${source}. Don't edit; write it again instead.`,
    '',
    `    const api = createEndpoint<${name}>(${settings.length > 0 ? `{ ${settings.join(', ')} }` : ''});`,
    ...(others.length > 0 ? ['', ...others] : []),
  ];
  // An at sign in the first comment of a file may be a directive to compilers.
  const lines = text.map((line) => ` * ${commentText(line.replace(/\s+/g, ' ')).replaceAll('@', '(at)')}`.trimEnd());
  lines[2] = ` *     ${lines[2]?.slice(3) ?? ''}`;
  return `/*\n${lines.join('\n')}\n */\n`;
}
