import type { Document } from './document.js';
import { readApi } from './operations.js';
import type { Api, ListStyle } from './operation.js';
import { routeEntry, routeOf } from './route-entry.js';
import { SchemaTypes } from './schema-types.js';
import { commentText, indent, stringLiteral } from './text.js';

/**
 * Writes the catalogue of a document: an interface with an entry for each route, and the types that it refers to.
 * @param name of the interface
 */
export function writeCatalogue(document: Document, name: string): string {
  const api = readApi(document);
  const types = new SchemaTypes(document, [name]);
  const lists = usualLists(api);
  const [baseUrl] = api.baseUrls;
  const entries = new Map<string, string>();
  for (const operation of api.operations) {
    const route = routeOf(operation);
    if (entries.has(route)) document.warn(`${route}: is there twice, and left out the second time.`);
    else entries.set(route, routeEntry({ document, types, lists, baseUrl }, operation) ?? '');
  }
  const written = [...entries.values()].filter((entry) => entry !== '');
  const body = written.length > 0 ? indent(`{\n${written.join('\n')}`) : '{';
  return [
    header(api, name, lists),
    `/** The routes of ${commentText(api.title).replace(/\s+/g, ' ')}. */\nexport interface ${name} ${body}\n}\n`,
    ...types.declarations(),
  ].join('\n');
}

/** How most lists in queries are written. */
function usualLists({ operations }: Api): ListStyle {
  const styles = operations.flatMap(({ parameters }) => parameters.flatMap(({ lists }) => lists ?? []));
  const repeated = styles.filter((style) => style === 'repeat').length;
  return repeated > styles.filter((style) => style === 'comma').length ? 'repeat' : 'comma';
}

/** Where the file comes from, and the builder that fits it. */
function header({ title, version, format, baseUrls }: Api, name: string, lists: ListStyle): string {
  const settings = [
    baseUrls[0] === undefined ? '' : `baseUrl: ${stringLiteral(baseUrls[0])}`,
    lists === 'repeat' ? 'query: { arrays: "repeat" }' : '',
  ].filter(Boolean);
  const others = baseUrls.slice(1).map((url) => `Another base URL: ${url}`);
  const from = `${title} ${version}`.trim();
  const text = [
    `Written by \`endpoint.js types\` from the ${format} document of ${from}. Write it anew instead of changing it.`,
    '',
    `    const api = createEndpoint<${name}>(${settings.length > 0 ? `{ ${settings.join(', ')} }` : ''});`,
    ...(others.length > 0 ? ['', ...others] : []),
  ];
  // An at sign in a file's first comment may be a directive to compilers.
  const lines = text.map((line) => ` * ${commentText(line.replace(/\s+/g, ' ')).replaceAll('@', '(at)')}`.trimEnd());
  lines[2] = ` *     ${lines[2]?.slice(3) ?? ''}`;
  return `/*\n${lines.join('\n')}\n */\n`;
}
