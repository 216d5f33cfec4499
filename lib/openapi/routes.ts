import type { Api, ApiOperation, ApiParameter } from './api.js';
import { hasOwn } from '../template/values.js';
import type { ApiDocument } from './document.js';
import type { ReadParameter } from './parameters.js';

/** An operation before its route is known. */
export interface ReadOperation extends Omit<ApiOperation, 'route' | 'parameters'> {
  readonly parameters: readonly ReadParameter[];
}

/** The styles of lists that a template can't write, by the settings of the builder that do. */
const ARRAYS = { pipeDelimited: 'pipes', spaceDelimited: 'spaces' } as const;

type Delimited = keyof typeof ARRAYS;

const isDelimited = (style: string): style is Delimited => hasOwn(ARRAYS, style);

/** Chooses the setting `query.arrays`: routes can state the other styles. */
export function chooseArrays(operations: readonly ReadOperation[]): Api['arrays'] {
  const styles = operations.flatMap(({ parameters }) =>
    parameters.flatMap(({ in: place, style, explode, isList }) =>
      place === 'query' && isList && !explode && isDelimited(style) ? [ARRAYS[style]] : [],
    ),
  );
  const pipes = styles.filter((style) => style === 'pipes').length;
  return styles.length === 0 ? 'comma' : pipes * 2 >= styles.length ? 'pipes' : 'spaces';
}

type Expressed = Pick<ApiParameter, 'expression' | 'text'>;

/** The operators of the styles of paths. */
const OPERATORS: Readonly<Record<string, string>> = { simple: '', matrix: ';', label: '.' };

function expressInPath({ name, style, explode, isList, isObject, multiSegment }: ReadParameter): Expressed {
  const operator = multiSegment && style === 'simple' ? '+' : (OPERATORS[style] ?? '');
  // Commas join an exploded list too, unless an operator has another separator.
  const modifier = explode && (isObject || (isList && /[;.]/.test(operator))) ? '*' : '';
  return { expression: `{${operator}${name}${modifier}}`, text: style === 'unknown' };
}

/** Names that the builder accepts in a template. */
const VARIABLE = /^[\w$~@[\]-]+(?:\.[\w$~@[\]-]+)*$/;

/** The facts that decide on the expressions of a query. */
interface QueryContext {
  readonly arrays: Api['arrays'];
  /** The names of the path. */
  readonly inPath: ReadonlySet<string>;
}

/** How a parameter of the query is written, or the reason why it can't. */
function expressInQuery(
  { name, style, explode, isList, isObject }: ReadParameter,
  { arrays, inPath }: QueryContext,
): Expressed | string {
  const remaining = { expression: undefined, text: false };
  if (!isList && !isObject) return style === 'form' ? remaining : 'is only for lists and objects; it is ignored';
  if (style === 'deepObject' && isList) return 'is only for objects; pass text';
  if (style === 'deepObject') return explode ? remaining : 'needs explode; pass text';
  if (style === 'form') {
    const modifier = explode ? '*' : '';
    if (!isObject && !explode && arrays === 'comma') return remaining;
    if (inPath.has(name)) return 'needs a name that the path lacks; pass text';
    if (!VARIABLE.test(name)) return 'needs a name that a template can have; pass text';
    return { expression: `{?${name}${modifier}}`, text: false };
  }
  if (explode) return 'has no meaning with explode; pass text';
  if (isObject) return 'is not written for objects; pass text';
  return isDelimited(style) && ARRAYS[style] === arrays ? remaining : 'differs from other lists; pass text';
}

function express(read: ReadParameter, context: QueryContext, document: ApiDocument, where: string): ApiParameter {
  const { name, in: place, mediaType, isWholeQuery, style } = read;
  if (place === 'path') return { ...read, ...expressInPath(read), ...(mediaType !== undefined && { text: true }) };
  if (isWholeQuery) return { ...read, in: 'path', expression: `?{${name}}`, text: true };
  if (place !== 'query' || mediaType !== undefined)
    return { ...read, expression: undefined, text: mediaType !== undefined };
  if (style === 'unknown') return { ...read, expression: undefined, text: read.isList || read.isObject };
  const expressed = expressInQuery(read, context);
  if (typeof expressed !== 'string') return { ...read, ...expressed };
  document.warn(`${where}: ${name}: its style ${style} ${expressed}.`);
  return { ...read, expression: undefined, text: read.isList || read.isObject };
}

/** The url of an operation: its path with the expressions of its parameters. */
function writeUrl(path: string, parameters: readonly ApiParameter[]): string {
  const inPath = new Map(parameters.flatMap((one) => (one.in === 'path' ? [[one.name, one]] : [])));
  const url = path
    .replace(/\{([^{}]*)\}/g, (expression, name: string) => inPath.get(name)?.expression ?? expression)
    // The builder reads `:name` as a placeholder, here it is one only where there is a parameter of that name.
    .replace(/(^|[/.]):(?=([A-Za-z_]\w*))/g, (colon, before: string, name: string) =>
      inPath.has(name) ? colon : `${before}%3A`,
    );
  const whole = parameters.find(({ isWholeQuery }) => isWholeQuery)?.expression ?? '';
  const varspecs = parameters.flatMap(({ in: place, expression }) =>
    place === 'query' && expression !== undefined ? [expression.slice(2, -1)] : [],
  );
  return insertQuery(url, whole || varspecs.join(','), whole !== '');
}

/** Adds a query before the fragment of a url that may have one already. */
function insertQuery(url: string, query: string, isWhole: boolean): string {
  if (query === '') return url;
  if (!isWhole && url.includes('{?')) return url.replace('{?', `{?${query},`);
  const [beforeFragment = ''] = /^[^#]*/.exec(url) ?? [];
  const written = isWhole ? query : `{${url.includes('?') ? '&' : '?'}${query}}`;
  return beforeFragment + written + url.slice(beforeFragment.length);
}

/** The server of an operation where it has its own; empty text, with a warning, where no route can begin with it. */
function findOrigin(
  { servers, baseUrl }: ReadOperation,
  api: readonly string[],
  document: ApiDocument,
  where: string,
): string {
  if (servers.length === 0 || baseUrl === undefined || baseUrl === api[0]) return '';
  if (/^https?:\/\/[^{}?#]+$/i.test(baseUrl)) return baseUrl.replace(/\/+$/, '');
  document.warn(`${where}: its server ${JSON.stringify(baseUrl)} can't begin a route; pass it as baseUrl.`);
  return '';
}

/** Writes the route of an operation. */
export function writeRoute(
  read: ReadOperation,
  { arrays, baseUrls }: Pick<Api, 'arrays' | 'baseUrls'>,
  document: ApiDocument,
): ApiOperation {
  const where = `${read.method} ${read.path}`;
  const names = read.parameters.flatMap(({ in: place, name }) => (place === 'path' ? [name] : []));
  const context = { arrays, inPath: new Set(names) };
  const parameters = read.parameters.map((one) => express(one, context, document, where));
  const route = `${read.method} ${findOrigin(read, baseUrls, document, where)}${writeUrl(read.path, parameters)}`;
  return { ...read, parameters, route };
}
