import type { Api, ApiOperation, ApiParameter } from './api.js';
import type { ApiDocument } from './document.js';
import type { QueryArrays } from '../options.js';
import { encode } from '../template/encode.js';
import type { ReadParameter } from './parameters.js';

/** An operation before its route is known. */
export interface ReadOperation extends Omit<ApiOperation, 'route' | 'parameters'> {
  readonly parameters: readonly ReadParameter[];
}

/** The settings of the builder for styles of lists that no template has. */
const ARRAYS: Readonly<Record<string, QueryArrays>> = { pipeDelimited: 'pipes', spaceDelimited: 'spaces' };

/** Chooses the setting `query.arrays`, by the first list that needs one: routes have the other styles. */
export function chooseArrays(operations: readonly ReadOperation[]): QueryArrays {
  for (const { parameters } of operations)
    for (const { in: place, style, explode, isList } of parameters) {
      const arrays = ARRAYS[style];
      if (arrays && place === 'query' && isList && !explode) return arrays;
    }
  return 'repeat';
}

/** The facts that decide on expressions. */
interface RouteContext {
  readonly document: ApiDocument;
  readonly where: string;
  readonly arrays: QueryArrays;
  /** The names of the path. */
  readonly inPath: ReadonlySet<string>;
}

/** The operators of the styles of paths. */
const OPERATORS: Readonly<Record<string, string>> = { simple: '', matrix: ';', label: '.' };

/** Names that the builder accepts in a template. */
const VARIABLE = /^[\w$~@[\]-]+(?:\.[\w$~@[\]-]+)*$/;

/** Finds the expression that writes a parameter: empty text where none is needed, undefined where none does. */
function findExpression(
  { name, in: place, style, explode, isList, isObject, ...read }: ReadParameter,
  { arrays, inPath }: RouteContext,
): string | undefined {
  const isSingle = !isList && !isObject;
  const varspec = name + (explode && !isSingle ? '*' : '');
  const operator = OPERATORS[style];
  if (place === 'path') {
    const isReserved = operator === '' && (read.multiSegment || read.allowReserved);
    return operator === undefined ? undefined : `{${isReserved ? '+' : operator}${varspec}}`;
  }
  if (place === 'header') return operator === '' ? '' : undefined;
  if (style === 'form') {
    if (place === 'cookie' || isSingle || (!isObject && arrays === (explode ? 'repeat' : 'comma'))) return '';
    return inPath.has(name) ? undefined : `{?${varspec}}`;
  }
  const isBuilt =
    style === 'cookie' || style === 'deepObject'
      ? place === (style === 'cookie' ? style : 'query') && (style === 'cookie' || (explode && isObject && !isList))
      : isList && !isObject && !explode && ARRAYS[style] === arrays;
  return isBuilt ? '' : undefined;
}

/** The name of a parameter, percent-encoded where a template can't have it. */
const toVariable = (name: string): string => (VARIABLE.test(name) ? name : encode(name, 'name'));

function express(parameter: ReadParameter, context: RouteContext): ApiParameter {
  const { in: place, mediaType, isWholeQuery, style, explode } = parameter;
  const variable = { ...parameter, name: toVariable(parameter.name) };
  let expression = isWholeQuery
    ? `?{${variable.name}}`
    : mediaType === undefined
      ? findExpression(variable, context)
      : '';
  const text = mediaType !== undefined || expression === undefined;
  const read = expression && place === 'query' ? variable : parameter;
  const { name } = read;
  if (expression === undefined) {
    const reason =
      context.inPath.has(name) && place === 'query'
        ? 'its name is in the path too'
        : `no route has the style ${style}${explode ? ' with explode' : ''} here`;
    context.document.warn(`${context.where}: ${reason}; pass ${name} as text.`);
  }
  if (!expression && place === 'path') expression = `{${name}}`;
  return { ...read, in: isWholeQuery ? 'path' : place, expression: expression || undefined, text };
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

/** Whether a route begins with the server of its operation. */
export const isAbsolute = (route: string): boolean => /^\S+ https?:/i.test(route);

/** Writes the route of an operation. */
export function writeRoute(
  read: ReadOperation,
  { arrays, baseUrls }: Pick<Api, 'arrays' | 'baseUrls'>,
  document: ApiDocument,
): ApiOperation {
  const where = `${read.method} ${read.path}`;
  const names = read.parameters.flatMap(({ in: place, name }) => (place === 'path' ? [name] : []));
  const context = { document, where, arrays, inPath: new Set(names) };
  const parameters = read.parameters.map((one) => express(one, context));
  const route = `${read.method} ${findOrigin(read, baseUrls, document, where)}${writeUrl(read.path, parameters)}`;
  return { ...read, parameters, route };
}
