import type { Catalogue, Operation, Parameter } from '../features/catalogue/catalogue.js';
import { EMPTY_FORM, type Form, type ParameterRow } from '../features/request-builder/model/form.js';

/** Names that need no encoding in a template. */
const VARIABLE = /^[A-Za-z_][\w-]*$/;
/** Keys that the builder reads as options unless `endpoint.in` places them. */
const OPTIONS = new Set(['method', 'url', 'baseUrl', 'headers', 'mediaType', 'data', 'request']);
/** Optional members of a body beyond this number get no row. */
const MAX_BODY_ROWS = 12;
const GITHUB_URL = 'https://api.github.com';

/** Whether a value is typically typed as text rather than as JSON. */
function isText(type: string): boolean {
  return type === '' || type.startsWith('"') || type.split(' | ').includes('string');
}

/** The route of an operation: its path, then the query's parameters. */
function writeRoute({ method, path, parameters }: Operation, inTemplate: readonly Parameter[]): string {
  const multiSegment = new Set(parameters.flatMap(({ name, notation }) => (notation === '+' ? [name] : [])));
  const template = path.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) =>
    multiSegment.has(name) ? `{+${name}}` : whole,
  );
  const names = inTemplate.map(({ name, notation }) => name + notation);
  if (names.length === 0) return `${method} ${template}`;
  return `${method} ${template}{${template.includes('?') ? '&' : '?'}${names.join(',')}}`;
}

function bodyRows(parameters: readonly Parameter[]): readonly Parameter[] {
  const body = parameters.filter(({ place }) => place === 'body' || place === 'data');
  return body.filter(({ required }, index) => required || index < MAX_BODY_ROWS);
}

/** The form of an operation, with a row for each parameter; values typed earlier under the same names stay. */
export function fillFormFromOperation(operation: Operation, { baseUrl }: Catalogue, before: Form): Form {
  const { parameters } = operation;
  const inPath = new Set(parameters.flatMap(({ place, name }) => (place === 'path' ? [name] : [])));
  const query = parameters.filter(({ place }) => place === 'query');
  const inTemplate = query.filter(({ name }) => VARIABLE.test(name) && !inPath.has(name));
  const otherQuery = query.filter((parameter) => !inTemplate.includes(parameter));
  const variables = parameters
    .filter(({ name, place }) => inTemplate.some((other) => other.name === name) || place === 'path')
    .map(({ name, type }) => {
      const typed = before.variables.find((variable) => variable.name === name);
      return typed ?? ({ name, value: '', kind: isText(type) ? 'text' : 'json' } as const);
    });
  const names = new Set(variables.map(({ name }) => name));
  const rows = [...otherQuery, ...bodyRows(parameters)].map(({ name, place, type }, index): ParameterRow => {
    const fixedPlace = place === 'body' && (OPTIONS.has(name) || names.has(name)) ? 'body' : 'auto';
    return {
      id: index + 1,
      name,
      value: '',
      kind: isText(type) ? 'text' : 'json',
      place: place === 'query' ? 'query' : fixedPlace,
    };
  });
  const known = new Set(before.headers.map(({ name }) => name.toLowerCase()));
  const firstId = Math.max(0, ...before.headers.map(({ id }) => id)) + 1;
  const headers = parameters
    .filter(({ place, required, name }) => place === 'header' && required && !known.has(name.toLowerCase()))
    .map(({ name }, index) => ({ id: firstId + index, name, value: '' }));
  return {
    ...before,
    route: writeRoute(operation, inTemplate),
    variables,
    parameters: rows,
    headers: [...before.headers, ...headers],
    vendor: baseUrl === GITHUB_URL ? EMPTY_FORM.vendor : '',
    baseUrl,
  };
}
