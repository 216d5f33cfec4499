import type { Explanation } from 'endpoint.js/explain';
import { isObject } from '../../../json/json.js';
import type { Form } from './form.js';
import { findVariableField, type FieldId, type Problem } from './problems.js';
import { isCredential, type Expected, type ExpectedParameter, type MissingCheck } from './surroundings.js';
import { findFilling, type TemplateVariable } from './template.js';

const PLACES: Readonly<Record<ExpectedParameter['place'], string>> = {
  query: 'in the query',
  header: 'as a header',
  body: 'in the body',
  data: 'as the body',
};

/** A field of the form for a parameter, and whether it has a value. */
interface Found {
  readonly field: FieldId;
  readonly filled: boolean;
}

function findRow({ parameters }: Form, { name, place }: ExpectedParameter): Found | undefined {
  const places = place === 'query' ? ['auto', 'query'] : ['auto', 'body'];
  const row = parameters.find((each) => each.name === name && places.includes(each.place) && each.parked !== true);
  return row && { field: `parameter ${row.id}`, filled: row.value !== '' };
}

function findVariable(
  form: Form,
  variables: readonly TemplateVariable[],
  { name, place }: ExpectedParameter,
): Found | undefined {
  const variable = place === 'query' ? variables.find((each) => each.name === name) : undefined;
  const { value = '' } = (variable && findFilling(form, variable)) ?? {};
  return variable && { field: findVariableField(form, variable), filled: value !== '' };
}

function findHeader({ headers }: Form, { name }: ExpectedParameter): Found | undefined {
  const row = headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
  return row && { field: `header ${row.id}`, filled: row.value !== '' };
}

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
  return expected.parameters.some((each) => each.place === 'body' && findRow(form, each)?.filled === true);
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
      const found =
        place === 'header'
          ? findHeader(form, parameter)
          : (findVariable(form, variables, parameter) ?? findRow(form, parameter));
      if (found?.filled === true || isSent(explanation, parameter) || isCredential(auth, parameter)) return [];
      const fix = found ? 'enter a value' : `add a ${place === 'header' ? 'header' : 'parameter'} of this name`;
      const message = `\`${name}\`: required ${PLACES[place]} by the API’s description; ${fix}.`;
      return [{ field: found?.field ?? 'route', message }];
    });
    return [...parameters, ...files];
  };
}
