/** An API made up for the cost of types: its OpenAPI document, and a call of each of its routes. */

/**
 * @typedef {object} GeneratedParameter
 * @property {string} name
 * @property {'path' | 'query'} in
 * @property {boolean} required
 * @property {object} schema
 */

/**
 * @typedef {object} GeneratedRoute
 * @property {'get' | 'post' | 'put' | 'patch' | 'delete'} method
 * @property {string} path
 * @property {readonly GeneratedParameter[]} parameters
 * @property {boolean} hasBody
 */

/** @param {readonly string[]} names @returns {GeneratedParameter[]} */
const inPath = (...names) => names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** @param {string} name @param {object} schema @returns {GeneratedParameter} */
const inQuery = (name, schema, required = false) => ({ name, in: 'query', required, schema });

const PAGING = ['page', 'per_page'].map((name) => inQuery(name, { type: 'integer' }));

/**
 * Describes a route: of each kind in turn, in about the shares that GitHub's API has them.
 *
 * @param {number} index
 * @returns {GeneratedRoute}
 */
function describeRoute(index) {
  const repository = `/v${index}/repos/{owner}/{repo}`;
  const text = { type: 'string' };
  /** @type {[method: GeneratedRoute['method'], path: string, parameters: readonly GeneratedParameter[], hasBody?: boolean][]} */
  const kinds = [
    ['get', repository, inPath('owner', 'repo')],
    [
      'get',
      `${repository}/issues`,
      [
        ...inPath('owner', 'repo'),
        inQuery('state', { enum: ['open', 'closed', 'all'] }),
        inQuery('labels', { type: 'array', items: text }),
        ...PAGING,
      ],
    ],
    ['post', `${repository}/issues`, inPath('owner', 'repo'), true],
    ['get', `/v${index}/user`, []],
    ['get', `/v${index}/search`, [inQuery('q', text, true), ...PAGING]],
    ['patch', `${repository}/issues/{issue_number}`, inPath('owner', 'repo', 'issue_number'), true],
    ['delete', `${repository}/issues/{id}`, inPath('owner', 'repo', 'id')],
    ['get', `/v${index}/orgs/{org}/repos`, [...inPath('org'), ...PAGING]],
    ['put', `/v${index}/orgs/{org}/teams/{team}`, inPath('org', 'team'), true],
    ['get', `/v${index}/users/{name}`, inPath('name')],
  ];
  const [method, path, parameters, hasBody = false] = kinds[index % kinds.length] ?? ['get', '/', []];
  return { method, path, parameters, hasBody };
}

/** @param {number} count */
export const describeRoutes = (count) => Array.from({ length: count }, (_, index) => describeRoute(index));

/** @param {object} schema */
const json = (schema) => ({ content: { 'application/json': { schema } } });
/** @param {string} name */
const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Creates the OpenAPI document of an API. @param {number} count the number of its routes */
export function createApiDocument(count) {
  const paths = describeRoutes(count).map(({ method, path, parameters, hasBody }) => [
    path,
    {
      [method]: {
        parameters,
        ...(hasBody ? { requestBody: { required: true, ...json(reference('NewIssue')) } } : {}),
        responses: {
          ...(method === 'delete'
            ? { 204: { description: '' } }
            : { 200: { description: '', ...json(reference('Issue')) } }),
          404: { description: '', ...json(reference('Problem')) },
        },
      },
    },
  ]);
  const text = { type: 'string' };
  return {
    openapi: '3.1.0',
    info: { title: 'Generated', version: '1' },
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        NewIssue: {
          type: 'object',
          required: ['title'],
          properties: {
            title: text,
            text,
            labels: { type: 'array', items: text },
            milestone: { type: ['integer', 'null'] },
          },
        },
        Issue: {
          type: 'object',
          required: ['id', 'title'],
          properties: {
            id: { type: 'integer' },
            title: text,
            author: reference('User'),
            labels: { type: 'array', items: text },
          },
        },
        User: { type: 'object', required: ['login'], properties: { login: text } },
        Problem: { type: 'object', required: ['message'], properties: { message: text } },
      },
    },
  };
}

/**
 * Writes the members of an object for the required parameters of a location.
 *
 * @param {GeneratedRoute} route
 * @param {GeneratedParameter['in']} location
 */
export const requiredIn = ({ parameters }, location) =>
  parameters.filter((one) => one.in === location && one.required).map(({ name }) => `${name}: 'x'`);

/** The members of a body. */
export const BODY = `title: 'Types'`;

/** Writes a call of each route, by a builder `api` with the API's catalogue. @param {number} count */
export const writeCalls = (count) =>
  describeRoutes(count).map((route, index) => {
    const members = [...requiredIn(route, 'path'), ...requiredIn(route, 'query'), ...(route.hasBody ? [BODY] : [])];
    const options = members.length === 0 ? '' : `, { ${members.join(', ')} }`;
    return `export const r${index} = api('${route.method.toUpperCase()} ${route.path}'${options});`;
  });
