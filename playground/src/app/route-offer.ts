import type { FoundOperation } from '../features/catalogue/library/messages.js';
import { deriveState, type BuilderState } from '../features/request-builder/model/build.js';
import { EMPTY_FORM, type Form, type ParameterRow } from '../features/request-builder/model/form.js';
import { writeValue } from '../features/request-builder/model/options.js';
import { isOptionName, readTemplate } from '../features/request-builder/model/template.js';

type Request = NonNullable<BuilderState['request']>;

/** Whether parameters without a place are in the url. */
const usesQuery = ({ method }: Request): boolean => method === 'get' || method === 'head';

function fillForm({ operation, server, parameters }: FoundOperation, { form, request }: BuilderState): Form {
  if (request === undefined) return form;
  const { route } = operation;
  const inUrl = usesQuery(request);
  const found = parameters.map(({ name, value, place }): Omit<ParameterRow, 'id'> => {
    const variable = readTemplate(route)?.find((each) => each.name === name);
    const isClear = place === 'auto' && inUrl && !isOptionName(name);
    return Object.assign(writeValue(value), { name, place: variable?.at ?? (isClear ? 'auto' : 'query') });
  });
  const inBody = form.parameters.filter(({ place }) => place === 'body' || (place === 'auto' && !inUrl));
  const base = form.baseUrl.replace(/\/+$/, '') === server.replace(/\/+$/, '') ? form : undefined;
  return {
    ...form,
    route,
    parameters: [...found, ...inBody].map((row, index) => Object.assign({}, row, { id: index + 1 })),
    baseUrl: base?.baseUrl ?? server,
    vendor: base?.vendor ?? (server === EMPTY_FORM.baseUrl ? EMPTY_FORM.vendor : ''),
  };
}

/** What a server receives: the parameters of a query may be in any order. */
function describe({ method, url, headers, body }: Request): string {
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.sort();
  return JSON.stringify([method, origin, pathname, `${searchParams}`, headers, body]);
}

/** The form with the route and the values of an operation; undefined unless it sends the same request. */
export function fillFormFromUrl(found: FoundOperation, state: BuilderState): Form | undefined {
  const { auth } = state.surroundings;
  // The url has the credentials.
  if (auth.kind === 'key' && auth.place === 'query') return undefined;
  const form = fillForm(found, state);
  const { request } = deriveState(form, state);
  const isSame = request && state.request && describe(request) === describe(state.request);
  return isSame ? form : undefined;
}
