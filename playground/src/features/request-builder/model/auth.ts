import type { Explanation } from 'endpoint.js/explain';
import { isObject, type JsonObject } from '../../../json/json.js';
import type { Form } from './form.js';
import type { AuthField } from './problems.js';
import type { Auth, AuthPlan, AuthState } from './surroundings.js';
import { readTemplate, urlStart } from './template.js';

type AuthProblem = AuthPlan['problems'][number];

/** Texts in place of the credentials. That of a url has no character that would be encoded. */
const HIDDEN = { header: '***', query: 'HIDDEN' } as const;

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters that no header holds: controls, and those that aren't one byte. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const UNSENDABLE = /[\0-\x08\x0a-\x1f\x7f]|[^\0-\xff]/u;

function checkHeaderValue(field: AuthField, value: string): AuthProblem[] {
  const found = UNSENDABLE.exec(value)?.[0];
  if (found === undefined) return [];
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return [{ field, message: `A header can’t hold the character U+${code}; remove it, and check what was copied.` }];
}

function checkKey({ name, value, place }: Extract<Auth, { kind: 'key' }>): AuthProblem[] {
  if (place === 'query')
    return /[\ud800-\udfff]/u.test(name + value)
      ? [{ field: 'value', message: 'Half a character (a lone surrogate) can’t be in a url; remove it.' }]
      : [];
  return [
    ...(name === '' || TOKEN.test(name)
      ? []
      : [{ field: 'name' as const, message: 'A header name has letters, digits and “-” only; remove the others.' }]),
    ...checkHeaderValue('value', value),
  ];
}

/** The values that can't be sent. */
export function checkAuth(auth: Auth): readonly AuthProblem[] {
  switch (auth.kind) {
    case 'none':
      return [];
    case 'bearer':
      return /^\s*bearer\s/i.test(auth.token)
        ? [{ field: 'token', message: '“Bearer” is added before the token; enter the token alone.' }]
        : checkHeaderValue('token', auth.token.trim());
    case 'basic':
      return auth.user.includes(':')
        ? [{ field: 'user', message: 'A user name can’t contain “:”, which separates it from the password.' }]
        : [];
  }
  return checkKey(auth);
}

/** The base64 of a text in UTF-8. */
export function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The value of `authorization` for basic authentication (RFC 7617). */
export function writeBasic(user: string, password: string): string {
  return `Basic ${encodeBase64(`${user}:${password}`)}`;
}

const header = (name: string, value: string): JsonObject => ({ headers: { [name.toLowerCase()]: value } });

/** The options with the credentials, or with texts in their place; undefined while a field is empty. */
function writeOptions(auth: Auth, hidden: boolean): JsonObject | undefined {
  switch (auth.kind) {
    case 'none':
      return undefined;
    case 'bearer':
      return auth.token.trim() === ''
        ? undefined
        : header('authorization', `Bearer ${hidden ? HIDDEN.header : auth.token.trim()}`);
    case 'basic':
      return auth.user + auth.password === ''
        ? undefined
        : header('authorization', hidden ? `Basic ${HIDDEN.header}` : writeBasic(auth.user, auth.password));
  }
  const { name, value, place } = auth;
  if (name === '' || value === '') return undefined;
  if (place === 'header') return header(name, hidden ? HIDDEN.header : value.trim());
  return { '@in': { query: { [name]: hidden ? HIDDEN.query : value } } };
}

/** Whether parameters without a place go to the query. */
function fillsQuery({ route }: Form): boolean {
  return /^(?:get|head)?$/i.test(route.slice(0, urlStart(route)).trim());
}

/** Whether a row of the form gives what the credentials would. */
function isGivenByHand(auth: Auth, form: Form): boolean {
  if (auth.kind === 'none') return false;
  const name = auth.kind === 'key' ? auth.name : 'authorization';
  if (auth.kind !== 'key' || auth.place === 'header')
    return form.headers.some((row) => row.name.toLowerCase() === name.toLowerCase() && row.value !== '');
  const variable = readTemplate(form.route)?.find((each) => each.name === name);
  return form.parameters.some((row) => {
    if (row.name !== name || row.value === '' || row.parked === true) return false;
    if (variable?.at === row.place) return variable.inQuery;
    return row.place === 'query' || (row.place === 'auto' && fillsQuery(form));
  });
}

/** The options of a form without its empty row of the credentials' header, as the receiver of a link finds it. */
function withoutEmptyHeader(options: JsonObject, auth: JsonObject): JsonObject {
  const { headers } = options;
  const { headers: added } = auth;
  if (!isObject(headers) || !isObject(added)) return options;
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== null || !Object.hasOwn(added, name.toLowerCase()),
  );
  return { ...options, headers: Object.fromEntries(kept) };
}

/** The options of a form together with those of the credentials. */
export function mergeAuth(options: JsonObject, auth: JsonObject | undefined): JsonObject {
  if (auth === undefined) return options;
  const base = withoutEmptyHeader(options, auth);
  const merged = Object.entries(auth).map(([name, added]) => {
    const value = base[name];
    if (!isObject(added) || !isObject(value)) return [name, added];
    return [name, name === '@in' ? mergeAuth(value, added) : { ...added, ...value }];
  });
  return { ...base, ...(Object.fromEntries(merged) as JsonObject) };
}

/** The name of the layer of the credentials, as `explainForm` adds it. */
const AUTH_LAYER = 'authorization';

/** A fix could move hidden credentials into the form, and the advice not to send them to this url comes too late. */
function guard(explanation: Explanation): Explanation {
  const isAuth = (layer: Explanation['layers'][number] | undefined) => layer?.label === `defaults "${AUTH_LAYER}"`;
  const warnings = explanation.warnings
    .filter(({ code, layer }) => !isAuth(layer) || !/^(?:secret-in-url|credentials-elsewhere)$/.test(code))
    .map((warning) => (isAuth(warning.layer) ? Object.assign({}, warning, { fix: undefined }) : warning));
  const { problem } = explanation;
  return {
    ...explanation,
    warnings,
    problem: problem && isAuth(problem.layer) ? { ...problem, fix: undefined } : problem,
  };
}

function plan(state: AuthState, problems: AuthPlan['problems'] = [], options?: JsonObject): AuthPlan {
  const fit = (form: JsonObject) => (options === undefined ? form : withoutEmptyHeader(form, options));
  return { state, options, problems, fit, guard };
}

/** The first field of incomplete credentials without a value. */
function findEmpty(auth: Auth): AuthPlan['problems'][number] {
  const empty = (field: AuthField, label: string) => ({
    field,
    message: `Authorization: enter the ${label}, or choose “None”.`,
  });
  if (auth.kind === 'basic') return empty('user', 'user');
  if (auth.kind !== 'key') return empty('token', 'token');
  return auth.name === '' ? empty('name', 'name of the key') : empty('value', 'key');
}

/** The options that the credentials add to a form, whatever its origin. */
export function planAuth(auth: Auth, form: Form, hidden: boolean): AuthPlan {
  if (auth.kind === 'none') return plan('none');
  const problems = checkAuth(auth);
  if (problems.length > 0) return plan('not valid', problems);
  if (isGivenByHand(auth, form)) return plan('replaced');
  const options = writeOptions(auth, hidden);
  return options === undefined ? plan('incomplete', [findEmpty(auth)]) : plan('applied', [], options);
}
