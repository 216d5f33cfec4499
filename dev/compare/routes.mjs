/** A case in the syntaxes of the libraries. */

/** @typedef {import('./cases.mjs').RequestCase} RequestCase */
/** @typedef {import('./cases.mjs').Parameter} Parameter */

/** The operators of RFC 6570 that write OpenAPI's styles. @type {Readonly<Record<string, string>>} */
const OPERATORS = { matrix: ';', label: '.', simple: '' };

/** @param {RequestCase} one @param {Parameter['in']} place */
export const at = ({ parameters }, place) => parameters.filter((parameter) => parameter.in === place);

/** @param {readonly Pick<Parameter, 'name' | 'value'>[]} parameters @returns {Record<string, any>} the values by name */
export const valuesOf = (parameters) => Object.fromEntries(parameters.map(({ name, value }) => [name, value]));

/** @param {readonly Parameter[]} parameters @param {...string} styles @returns {boolean} whether they have one of the styles, or none */
export const areOf = (parameters, ...styles) =>
  parameters.every(({ style }) => style === undefined || styles.includes(style));

/**
 * @param {RequestCase} one
 * @param {(parameter: Parameter) => string} write
 * @returns {string} its path with the placeholders of another syntax
 */
export const writePath = ({ path, parameters }, write) =>
  path.replaceAll(/\{([^}]*)\}/g, (whole, name) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
    return parameter === undefined ? whole : write(parameter);
  });

/** @param {Parameter} parameter @returns {string} its expression in RFC 6570 */
export const expression = ({ name, style = 'simple', explode, reserved }) =>
  `{${reserved ? '+' : OPERATORS[style]}${name}${explode ? '*' : ''}}`;

/**
 * Writes the path and the query as RFC 6570 has them.
 *
 * @param {RequestCase} one
 * @returns {string | undefined} nothing where it has no such style
 */
export function writeTemplate(one) {
  const query = at(one, 'query');
  if (!areOf(query, 'form')) return undefined;
  const names = query.map(({ name, explode }) => (explode ? `${name}*` : name)).join();
  const operator = one.path.includes('?') ? '&' : '?';
  return writePath(one, expression) + (names === '' ? '' : `{${operator}${names}}`);
}

/** @param {RequestCase} one @param {string} path @returns {string} the two as a caller would join them: the base's last slash is the path's */
export const join = ({ base }, path) => base.replace(/\/$/, '') + path;

/**
 * Fills the path as those do whose library doesn't: a template string with `encodeURIComponent`.
 *
 * @param {RequestCase} one
 * @returns {string | undefined} nothing for the styles of OpenAPI that no one writes by hand
 */
export function fillByHand(one) {
  const path = at(one, 'path');
  if (at(one, 'host').length > 0 || !areOf(path, 'simple') || path.some(isMap)) return undefined;
  return writePath(one, ({ value, style, reserved }) => {
    if (reserved) return String(value).split('/').map(encodeURIComponent).join('/');
    return style !== undefined && Array.isArray(value)
      ? value.map(encodeURIComponent).join()
      : encodeURIComponent(value);
  });
}

/** @param {Parameter} parameter */
const isMap = ({ style, value }) => style !== undefined && typeof value === 'object' && !Array.isArray(value);
