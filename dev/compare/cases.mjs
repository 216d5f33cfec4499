/** The cases of cases.json, with their values. README.md says what each member is. */
import { readFileSync } from 'node:fs';
import { readValue } from './values.mjs';

/** @typedef {'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'brackets' | 'indices' | 'dots'} Style */

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {'path' | 'query' | 'host'} in
 * @property {any} value
 * @property {Style} [style]
 * @property {boolean} [explode]
 * @property {boolean} [reserved] a path value of several segments
 */

/**
 * @typedef {object} Right
 * @property {readonly string[]} [urls]
 * @property {unknown} [body]
 * @property {boolean} [exact]
 * @property {boolean} [refused]
 */

/** @typedef {{ id: string, source: string, right: Right }} Judged */
/** @typedef {Judged & { template: string, values: Record<string, any> }} TemplateCase */
/** @typedef {Judged & { method: string, base: string, path: string, parameters: Parameter[], body?: Record<string, any> }} RequestCase */
/** @typedef {TemplateCase | RequestCase} Case */

const written = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));

/** @type {Readonly<Record<string, string>>} the titles of the groups, by the starts of the ids */
export const GROUPS = written.groups;

/** @param {Pick<Judged, 'id'>} judged @returns {string} */
export const groupOf = ({ id }) => id.slice(0, id.indexOf('/'));

/** @returns {Case[]} all cases, with values that no library has seen */
export const readCases = () => written.cases.map(readCase);

/** @param {any} one @returns {Case} */
function readCase(one) {
  if ('template' in one) return { ...one, values: readValue(one.values) };
  const parameters = one.parameters.map((/** @type {Parameter} */ parameter) =>
    Object.assign({}, parameter, { value: readValue(parameter.value) }),
  );
  const request = { method: 'GET', base: 'https://api.example/v1', ...one, parameters };
  return 'body' in one ? { ...request, body: readValue(one.body) } : request;
}
