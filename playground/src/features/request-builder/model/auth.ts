import type { Explanation } from 'endpoint.js/explain';
import { isObject, type JsonObject } from '../../../json/json.js';
import type { Form } from './form.js';
import { isCredential, type Auth, type AuthPlan } from './surroundings.js';
import { readTemplate, urlStart } from './template.js';

type AuthProblem = AuthPlan['problems'][number];
type Credentials = Exclude<Auth, { kind: 'none' }>;

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters that no header holds: controls, and those that aren't one byte. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const UNSENDABLE = /[\0-\x08\x0a-\x1f\x7f]|[^\0-\xff]/u;

function checkHeaderValue(field: AuthProblem['field'], value: string): readonly AuthProblem[] {
  const found = UNSENDABLE.exec(value)?.[0];
  if (found === undefined) return [];
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return [{ field, message: `A header can’t hold the character U+${code}; remove it, and check what was copied.` }];
}

/** A problem, if there is one. */
const report = (isWrong: boolean, field: AuthProblem['field'], message: string): readonly AuthProblem[] =>
  isWrong ? [{ field, message }] : [];

/** The values that can't be sent. */
function checkAuth(auth: Credentials): readonly AuthProblem[] {
  if (auth.kind === 'bearer')
    return /^\s*bearer\s/i.test(auth.token)
      ? report(true, 'token', '“Bearer” is added before the token; enter the token alone.')
      : checkHeaderValue('token', auth.token.trim());
  if (auth.kind === 'basic')
    return report(
      auth.user.includes(':'),
      'user',
      'A user name can’t contain “:”, which separates it from the password.',
    );
  const { name, value, place } = auth;
  if (place === 'query') {
    const hasHalf = /[\ud800-\udfff]/u.test(name + value);
    return report(hasHalf, 'value', 'Half a character (a lone surrogate) can’t be in a url; remove it.');
  }
  return [
    ...report(
      name !== '' && !TOKEN.test(name),
      'name',
      'A header name has letters, digits and “-” only; remove the others.',
    ),
    ...checkHeaderValue('value', value),
  ];
}

/** The base64 of a text in UTF-8. */
export function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The value of `authorization` for basic authentication (RFC 7617). */
export function writeBasic(user: string, password: string): string {
  return `Basic ${encodeBase64(`${user}:${password}`)}`;
}

/** The scheme and the secret of a header. */
function writeHeader(auth: Credentials): readonly [scheme: string, secret: string] {
  if (auth.kind === 'bearer') return ['Bearer ', auth.token.trim()];
  return auth.kind === 'basic' ? ['Basic ', encodeBase64(`${auth.user}:${auth.password}`)] : ['', auth.value.trim()];
}

/** The options with the credentials, or with texts in place of the secrets: in a url, one without characters that would be encoded. */
function writeOptions(auth: Credentials, hidden: boolean): JsonObject {
  if (auth.kind === 'key' && auth.place === 'query')
    return { '@in': { query: { [auth.name]: hidden ? 'HIDDEN' : auth.value } } };
  const name = auth.kind === 'key' ? auth.name.toLowerCase() : 'authorization';
  const [scheme, secret] = writeHeader(auth);
  return { headers: { [name]: scheme + (hidden ? '***' : secret) } };
}

/** Whether parameters without a place go to the query. */
function fillsQuery({ route }: Form): boolean {
  return /^(?:get|head)?$/i.test(route.slice(0, urlStart(route)).trim());
}

/** Whether a row of the form gives what the credentials would. */
function isGivenByHand(auth: Auth, form: Form): boolean {
  if (auth.kind !== 'key' || auth.place === 'header')
    return form.headers.some(({ name, value }) => value !== '' && isCredential(auth, { name, place: 'header' }));
  const variable = readTemplate(form.route)?.find(({ name }) => name === auth.name);
  return form.parameters.some((row) => {
    if (row.name !== auth.name || row.value === '' || row.parked === true) return false;
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

/** A fix can't change credentials, only move hidden ones into the form; and the advice not to send them to this url comes too late. */
function guard(explanation: Explanation): Explanation {
  type Entry = Explanation['problems'][number] | Explanation['warnings'][number];
  const isAuth = ({ layer }: Entry) => layer?.label === `defaults "${AUTH_LAYER}"`;
  const withoutFix = <Kind extends Entry>(entry: Kind): Kind => (isAuth(entry) ? { ...entry, fix: undefined } : entry);
  return {
    ...explanation,
    problems: explanation.problems.map(withoutFix),
    warnings: explanation.warnings
      .filter((warning) => !isAuth(warning) || !/^(?:secret-in-url|credentials-elsewhere)$/.test(warning.code))
      .map(withoutFix),
  };
}

/** The first field without a value. */
function findEmpty(auth: Credentials): readonly AuthProblem[] {
  const empty = (field: AuthProblem['field'], label: string, value: string) =>
    report(value === '', field, `Authorization: enter the ${label}, or choose “None”.`);
  if (auth.kind === 'bearer') return empty('token', 'token', auth.token.trim());
  if (auth.kind === 'basic') return empty('user', 'user', auth.user + auth.password);
  return auth.name === '' ? empty('name', 'name of the key', '') : empty('value', 'key', auth.value);
}

/** The options that the credentials add to a form, whatever its origin. */
export function planAuth(auth: Auth, form: Form, hidden: boolean): AuthPlan {
  const plan = { options: undefined, problems: [], fit: (options: JsonObject) => options, guard };
  if (auth.kind === 'none') return { ...plan, state: 'none' };
  const invalid = checkAuth(auth);
  if (invalid.length > 0) return { ...plan, state: 'not valid', problems: invalid };
  if (isGivenByHand(auth, form)) return { ...plan, state: 'replaced' };
  const problems = findEmpty(auth);
  if (problems.length > 0) return { ...plan, state: 'incomplete', problems };
  const options = writeOptions(auth, hidden);
  return { ...plan, state: 'applied', options, fit: (base) => withoutEmptyHeader(base, options) };
}
