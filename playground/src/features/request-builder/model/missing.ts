import type { Explanation } from 'endpoint.js/explain';
import { isObject } from '../../../json/json.js';
import type { Form, ParameterRow } from './form.js';
import { findHeader, type Problem } from './problems.js';
import { isCredential, type Expected, type ExpectedParameter, type MissingCheck } from './surroundings.js';
import { findFilling } from './template.js';

const PLACES: Readonly<Record<ExpectedParameter['place'], string>> = {
  query: 'in the query',
  header: 'as a header',
  body: 'in the body',
  data: 'as the body',
};

/** The row of a parameter that fills no placeholder. */
const findRow = ({ parameters }: Form, { name, place }: ExpectedParameter): ParameterRow | undefined =>
  parameters.find(
    (row) =>
      row.name === name &&
      row.parked !== true &&
      (row.place === 'auto' || row.place === (place === 'query' ? 'query' : 'body')),
  );

/** Whether the request has the parameter, wherever its value came from: defaults have some too. */
function isSent({ request }: Explanation, { name, place }: ExpectedParameter): boolean {
  if (request === undefined) return false;
  const { url, headers, body } = request;
  if (place === 'header') return headers[name.toLowerCase()] !== undefined;
  if (place === 'data') return body !== undefined;
  // A body that isn't an object has no members.
  if (place === 'body') return isObject(body) ? Object.hasOwn(body, name) : body !== undefined;
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  return [...new URLSearchParams(query).keys()].some((key) => key === name || key.startsWith(`${name}[`));
}

/** Whether a body is wanted or begun, so that its required members count. */
function hasBody(form: Form, { request }: Explanation, expected: Expected): boolean {
  if (expected.body || request?.body !== undefined) return true;
  return expected.parameters.some((each) => each.place === 'body' && (findRow(form, each)?.value ?? '') !== '');
}

const FILES: Problem = {
  field: 'route',
  message:
    'The API’s description requires files in the body, which this page can’t send; in code, pass a `FormData` or a `Blob` as `data`.',
};

/** The check of requests for the parameters that the description of an API requires. */
export function createMissingCheck(expected: Expected): MissingCheck {
  return (form, variables, explanation, auth) => {
    const withBody = hasBody(form, explanation, expected);
    const files = expected.files && explanation.body === undefined ? [FILES] : [];
    const parameters = expected.parameters.flatMap((parameter): readonly Problem[] => {
      const { name, place } = parameter;
      if ((place === 'body' || place === 'data') && !withBody) return [];
      const variable = place === 'query' ? variables.find((each) => each.name === name) : undefined;
      const parameterRow = variable ? findFilling(form, variable) : findRow(form, parameter);
      const row = place === 'header' ? findHeader(form, name) : parameterRow;
      if ((row && row.value !== '') || isSent(explanation, parameter) || isCredential(auth, parameter)) return [];
      const list = place === 'header' ? 'header' : 'parameter';
      const fix = (row ?? variable) ? 'enter a value' : `add a ${list} of this name`;
      const message = `\`${name}\`: required ${PLACES[place]} by the API’s description; ${fix}.`;
      if (row) return [{ field: `${list} ${row.id}`, message }];
      return [{ field: variable ? `variable ${name}` : 'route', message }];
    });
    return [...parameters, ...files];
  };
}
