/** An API made up for the cost of types: its OpenAPI document, and a call of each of its routes. */

const text = { type: 'string' };
const integer = { type: 'integer' };
const labels = { type: 'array', items: text };
const PAGING = { page: integer, per_page: integer };

/**
 * The kinds of routes, in about the shares that GitHub's API has them. Of the parameters of the query, `q` is required.
 *
 * @type {readonly (readonly [method: string, path: string, query?: Readonly<Record<string, object>>])[]}
 */
const KINDS = [
  ['get', '/repos/{owner}/{repo}'],
  ['get', '/repos/{owner}/{repo}/issues', { state: { enum: ['open', 'closed', 'all'] }, labels, ...PAGING }],
  ['post', '/repos/{owner}/{repo}/issues'],
  ['get', '/user'],
  ['get', '/search', { q: text, ...PAGING }],
  ['patch', '/repos/{owner}/{repo}/issues/{issue_number}'],
  ['delete', '/repos/{owner}/{repo}/issues/{id}'],
  ['get', '/orgs/{org}/repos', PAGING],
  ['put', '/orgs/{org}/teams/{team}'],
  ['get', '/users/{name}'],
];

/** @param {number} count */
const listRoutes = (count) =>
  Array.from({ length: count }, (_, index) => {
    const [method = '', path = '', query = {}] = KINDS[index % KINDS.length] ?? [];
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    return { method, path: `/v${index}${path}`, inPath, query, hasBody: method.startsWith('p') };
  });

/** @param {string} name */
const content = (name) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } });

/** Creates the OpenAPI document of an API. @param {number} count the number of its routes */
export function createApiDocument(count) {
  const paths = listRoutes(count).map(({ method, path, inPath, query, hasBody }) => {
    const parameters = [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: text })),
      ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: name === 'q', schema })),
    ];
    const requestBody = hasBody ? { requestBody: { required: true, ...content('NewIssue') } } : {};
    const responses = {
      ...(method === 'delete' ? { 204: { description: '' } } : { 200: { description: '', ...content('Issue') } }),
      404: { description: '', ...content('Problem') },
    };
    return [path, { [method]: { parameters, ...requestBody, responses } }];
  });
  const object = (/** @type {string} */ required, /** @type {object} */ properties) => ({
    type: 'object',
    required: required.split(' '),
    properties,
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Generated', version: '1' },
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        NewIssue: object('title', { title: text, text, labels, milestone: { type: ['integer', 'null'] } }),
        Issue: object('id title', { id: integer, title: text, author: { $ref: '#/components/schemas/User' }, labels }),
        User: object('login', { login: text }),
        Problem: object('message', { message: text }),
      },
    },
  };
}

/** Writes a call of each route, by a builder `api` with the API's catalogue. @param {number} count */
export const writeCalls = (count) =>
  listRoutes(count).map(({ method, path, inPath, query, hasBody }, index) => {
    const names = [...inPath, ...('q' in query ? ['q'] : []), ...(hasBody ? ['title'] : [])];
    const options = names.length === 0 ? '' : `, { ${names.map((name) => `${name}: 'x'`).join(', ')} }`;
    return `export const r${index} = api('${method.toUpperCase()} ${path}'${options});`;
  });
