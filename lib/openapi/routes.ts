import type { Api, ApiOperation, ApiParameter } from './api.js';
import { createWarn, type ApiDocument } from './document.js';
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

/** What all routes have in common. */
export interface Builder extends Pick<Api, 'arrays' | 'baseUrls'> {
  /** The parameters that several routes may have. */
  readonly shared: WeakMap<ReadParameter, ApiParameter>;
}

/** The facts that decide on expressions. */
interface RouteContext extends Builder {
  /** Adds a warning that begins with the method and path. */
  readonly warn: (message: string) => void;
  /** The parameters of the path, by name. */
  readonly inPath: ReadonlyMap<string, ReadParameter>;
}

/** The operators of the styles of paths. */
const OPERATORS: Readonly<Record<string, string>> = { simple: '', matrix: ';', label: '.' };

/** Names that the builder accepts in a template. */
const VARIABLE = /^[\w$~@[\]-]+(?:\.[\w$~@[\]-]+)*$/;

/** Finds the expression that writes a parameter: empty text where none is needed, undefined where none does. */
function findExpression(parameter: ReadParameter, variable: string, context: RouteContext) {
  const { in: place, style, explode, isList, isObject, multiSegment, allowReserved } = parameter;
  const { arrays, inPath } = context;
  const isSingle = !isList && !isObject;
  const varspec = variable + (explode && !isSingle ? '*' : '');
  const operator = OPERATORS[style];
  if (place === 'path') {
    const isReserved = operator === '' && (multiSegment || allowReserved);
    return operator === undefined ? undefined : `{${isReserved ? '+' : operator}${varspec}}`;
  }
  if (place === 'header') return operator === '' ? '' : undefined;
  if (style === 'form') {
    if (place === 'cookie' || isSingle || (!isObject && arrays === (explode ? 'repeat' : 'comma'))) return '';
    return inPath.has(variable) ? undefined : `{?${varspec}}`;
  }
  const isBuilt =
    style === 'cookie'
      ? place === style
      : style === 'deepObject'
        ? place === 'query' && explode && isObject && !isList
        : isList && !isObject && !explode && ARRAYS[style] === arrays;
  return isBuilt ? '' : undefined;
}

/** A name as a template has it: percent-encoded where it can't have the name. */
const toVariable = (name: string): string => (VARIABLE.test(name) ? name : encode(name, 'name'));

function express(parameter: ReadParameter, context: RouteContext): ApiParameter {
  const { name, in: place, mediaType, isWholeQuery, style, explode } = parameter;
  const { inPath, shared, warn } = context;
  const isTaken = place === 'query' && inPath.has(name);
  const known = isTaken ? undefined : shared.get(parameter);
  if (known) return known;
  const variable = toVariable(name);
  const expression = isWholeQuery
    ? `?{${variable}}`
    : mediaType === undefined
      ? findExpression(parameter, variable, context)
      : '';
  const written: ApiParameter = {
    ...parameter,
    name: place === 'path' || (expression && place === 'query') ? variable : name,
    in: isWholeQuery ? 'path' : place,
    expression: expression || (place === 'path' ? `{${variable}}` : undefined),
    text: mediaType !== undefined || expression === undefined,
  };
  if (expression === undefined) {
    const reason = isTaken
      ? 'its name is in the path too'
      : `no route has the style ${style}${explode ? ' with explode' : ''} here`;
    warn(`${name} is text for a route; ${reason}.`);
  } else if (!isTaken) shared.set(parameter, written);
  return written;
}

/** The parameters of one place, by name. */
export function parametersIn<Parameter extends ReadParameter>(
  place: ApiParameter['in'],
  parameters: readonly Parameter[],
): ReadonlyMap<string, Parameter> {
  const named = new Map<string, Parameter>();
  for (const one of parameters) if (one.in === place) named.set(one.name, one);
  return named;
}

/** The url of an operation: its path with the expressions of its parameters. */
function writeUrl(path: string, parameters: readonly ApiParameter[]): string {
  const inPath = parametersIn('path', parameters);
  const url = path
    .replace(/\{([^{}]*)\}/g, (expression, name: string) => inPath.get(toVariable(name))?.expression ?? expression)
    // The builder reads `:name` as a placeholder, here it is one only where there is a parameter of that name.
    .replace(/(^|[/.]):(?=([A-Za-z_]\w*))/g, (colon, before: string, name: string) =>
      inPath.has(name) ? colon : `${before}%3A`,
    );
  const whole = parameters.find(({ isWholeQuery }) => isWholeQuery)?.expression ?? '';
  const varspecs = parameters
    .flatMap(({ in: place, expression }) =>
      place === 'query' && expression !== undefined ? [expression.slice(2, -1)] : [],
    )
    .join(',');
  if (!whole && varspecs === '') return url;
  // The path may have a query already.
  if (!whole && url.includes('{?')) return url.replace('{?', () => `{?${varspecs},`);
  const written = whole || `{${url.includes('?') ? '&' : '?'}${varspecs}}`;
  return url.replace(/#|$/, (fragment) => written + fragment);
}

/** The server of an operation where it has its own; empty text, with a warning, where no route can begin with it. */
function findOrigin({ baseUrl }: ReadOperation, { baseUrls, warn }: RouteContext): string {
  if (baseUrl === undefined || baseUrl === baseUrls[0]) return '';
  if (/^https?:\/\/[^{}?#]+$/i.test(baseUrl)) return baseUrl.replace(/\/+$/, '');
  warn(`its server ${JSON.stringify(baseUrl)} can't begin a route; pass it as baseUrl.`);
  return '';
}

/** Whether a route begins with the server of its operation. */
export const isAbsolute = (route: string): boolean => /^\S+ https?:/i.test(route);

/** Writes the route of an operation. */
export function writeRoute(read: ReadOperation, builder: Builder, document: ApiDocument): ApiOperation {
  const { method, path } = read;
  const context = { ...builder, warn: createWarn(document, read), inPath: parametersIn('path', read.parameters) };
  const parameters = read.parameters.map((one) => express(one, context));
  const route = `${method} ${findOrigin(read, context)}${writeUrl(path, parameters)}`;
  return { ...read, parameters, route };
}
