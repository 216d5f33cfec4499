import { fillServer, type Operation, type Parameter } from '../features/catalogue/catalogue.js';
import { readServerUrl } from '../features/catalogue/server-url.js';
import { EMPTY_FORM, type Form, type HeaderRow, type ParameterRow } from '../features/request-builder/model/form.js';
import { numberRows } from '../features/request-builder/model/rows.js';
import { isOptionName } from '../features/request-builder/model/template.js';

/** Optional members of a body beyond this number get no row at first. */
const MAX_BODY_ROWS = 12;
const GITHUB_URL = 'https://api.github.com';

/** The parameters of a body that the form can hold: none of files. */
function listBodyParameters({ parameters, body }: Operation): readonly Parameter[] {
  if (body?.kind === 'files') return [];
  return parameters.filter(({ place }) => place === 'body' || place === 'data');
}

/** The empty row of a parameter, or with the value that was typed under its name in a path or query. */
function createRow(
  { name, place, kind, inRoute }: Parameter,
  before: Form,
  inPath: ReadonlySet<string>,
): Omit<ParameterRow, 'id'> {
  if (place === 'body' || place === 'data')
    return {
      name,
      value: '',
      kind,
      place: place === 'body' && (isOptionName(name) || inPath.has(name)) ? 'body' : 'auto',
    };
  const typed = before.parameters.find((row) => row.name === name && row.place !== 'body' && row.value !== '');
  const own = inRoute && !isOptionName(name) ? 'auto' : place === 'path' ? 'path' : 'query';
  return { name, value: typed?.value ?? '', kind: typed?.kind ?? kind, place: own };
}

/** JSON bodies get their media type from the builder, and bodies of files theirs from the runtime. */
function needsContentType({ body }: Operation): boolean {
  return (
    body !== undefined &&
    body.kind !== 'files' &&
    body.mediaType !== '' &&
    !/^application\/json\s*(?:;|$)|\*/i.test(body.mediaType)
  );
}

/** Headers that an empty value drops; an empty row of any other is left over from an earlier operation. */
const DEFAULT_HEADERS = new Set(['accept', 'user-agent']);

function fillHeaders(operation: Operation, before: readonly HeaderRow[]): readonly HeaderRow[] {
  const kept = before.filter(({ name, value }) => {
    const key = name.toLowerCase();
    return key !== 'content-type' && (value !== '' || DEFAULT_HEADERS.has(key));
  });
  const known = new Set(kept.map(({ name }) => name.toLowerCase()));
  const added = operation.parameters
    .filter(({ place, required, name }) => place === 'header' && required && !known.has(name.toLowerCase()))
    .map(({ name, closed, choices }) => ({ name, value: closed && choices.length === 1 ? (choices[0] ?? '') : '' }));
  if (needsContentType(operation)) added.push({ name: 'content-type', value: operation.body?.mediaType ?? '' });
  const firstId = Math.max(0, ...kept.map(({ id }) => id)) + 1;
  return [...kept, ...added.map((row, index) => Object.assign(row, { id: firstId + index }))];
}

/** The base URL of the operation: that of the form if it is one of its servers, else the first. */
function chooseBaseUrl({ servers }: Operation, before: string): string {
  if (servers.some((server) => readServerUrl(server, before) !== undefined)) return before;
  return servers[0] ? fillServer(servers[0]) : '';
}

/** The form of an operation, with a row for each parameter; values typed earlier under the same names stay. */
export function fillFormFromOperation(operation: Operation, before: Form): Form {
  const { parameters } = operation;
  const inRoute = parameters.filter((parameter) => parameter.inRoute);
  const otherQuery = parameters.filter((parameter) => parameter.place === 'query' && !parameter.inRoute);
  const names = new Set(inRoute.map(({ name }) => name));
  const body = listBodyParameters(operation).filter(({ required }, index) => required || index < MAX_BODY_ROWS);
  const baseUrl = chooseBaseUrl(operation, before.baseUrl);
  return {
    ...before,
    route: operation.route,
    parameters: numberRows(
      [...inRoute, ...otherQuery, ...body].map((parameter) => createRow(parameter, before, names)),
    ),
    headers: fillHeaders(operation, before.headers),
    vendor: baseUrl === GITHUB_URL ? EMPTY_FORM.vendor : '',
    baseUrl,
    unresolved: [],
    unread: [],
    raw: undefined,
  };
}

/** Whether a row is that of a parameter of the body. */
function isBodyRow({ name, place }: ParameterRow, parameter: Parameter): boolean {
  return name === parameter.name && (place === 'auto' || place === 'body');
}

/** The form with examples in the empty rows of the body: of its required members, or of all, with rows for those without one. */
export function fillBody(operation: Operation, form: Form, members: 'required' | 'all'): Form {
  const chosen = listBodyParameters(operation).filter(
    ({ required, place }) => required || members === 'all' || place === 'data',
  );
  const names = new Set(operation.parameters.filter(({ inRoute }) => inRoute).map(({ name }) => name));
  const rows = [...form.parameters];
  for (const parameter of chosen) {
    const { kind, example, fullExample } = parameter;
    const value = members === 'all' && fullExample !== '' ? fullExample : example;
    if (value === '') continue;
    const index = rows.findIndex((row) => isBodyRow(row, parameter));
    const nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
    const row = rows[index] ?? { ...createRow(parameter, form, names), id: nextId };
    if (row.value !== '') continue;
    rows[index === -1 ? rows.length : index] = { ...row, value, kind };
  }
  return { ...form, parameters: rows };
}
