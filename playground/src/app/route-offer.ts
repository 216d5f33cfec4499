import type { FoundOperation } from '../features/catalogue/library/messages.js';
import { deriveState, type BuilderState } from '../features/request-builder/model/build.js';
import { EMPTY_FORM, type Form } from '../features/request-builder/model/form.js';
import { numberRows, writeRows } from '../features/request-builder/model/rows.js';
import { readTemplate } from '../features/request-builder/model/template.js';

type Request = NonNullable<BuilderState['request']>;

function fillForm({ operation: { route }, server, parameters }: FoundOperation, form: Form, method: string): Form {
  const inBody = form.parameters.filter(
    ({ place }) => place === 'body' || (place === 'auto' && method !== 'get' && method !== 'head'),
  );
  const variables = readTemplate(route) ?? [];
  const isSame = form.baseUrl.replace(/\/+$/, '') === server.replace(/\/+$/, '');
  return {
    ...form,
    route,
    parameters: numberRows([...writeRows(parameters).parameters, ...inBody]).map((row) => ({
      ...row,
      place: variables.find(({ name }) => name === row.name)?.at ?? row.place,
    })),
    ...(!isSame && { baseUrl: server, vendor: server === EMPTY_FORM.baseUrl ? EMPTY_FORM.vendor : '' }),
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
  const { request: before, surroundings } = state;
  const { auth } = surroundings;
  // The url has the credentials.
  if (before === undefined || (auth.kind === 'key' && auth.place === 'query')) return undefined;
  const form = fillForm(found, state.form, before.method);
  const { request } = deriveState(form, state);
  return request && describe(request) === describe(before) ? form : undefined;
}
