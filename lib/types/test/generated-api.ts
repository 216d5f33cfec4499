/** An API made up for the cost of types: its document, and one call of each route for this library and for its peers. */

interface GeneratedParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: object;
}

interface GeneratedRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly parameters: readonly GeneratedParameter[];
  readonly hasBody: boolean;
}

const PAGING: readonly GeneratedParameter[] = ['page', 'per_page'].map((name) => ({
  name,
  in: 'query',
  required: false,
  schema: { type: 'integer' },
}));
const inPath = (...names: readonly string[]): GeneratedParameter[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** Kinds of routes in the shares that GitHub's API has them. */
function describeRoute(index: number): GeneratedRoute {
  const repository = `/v${index}/repos/{owner}/{repo}`;
  const kinds: readonly GeneratedRoute[] = [
    { method: 'get', path: repository, parameters: inPath('owner', 'repo'), hasBody: false },
    {
      method: 'get',
      path: `${repository}/issues`,
      parameters: [
        ...inPath('owner', 'repo'),
        { name: 'state', in: 'query', required: false, schema: { enum: ['open', 'closed', 'all'] } },
        { name: 'labels', in: 'query', required: false, schema: { type: 'array', items: { type: 'string' } } },
        ...PAGING,
      ],
      hasBody: false,
    },
    { method: 'post', path: `${repository}/issues`, parameters: inPath('owner', 'repo'), hasBody: true },
    { method: 'get', path: `/v${index}/user`, parameters: [], hasBody: false },
    {
      method: 'get',
      path: `/v${index}/search`,
      parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }, ...PAGING],
      hasBody: false,
    },
    {
      method: 'patch',
      path: `${repository}/issues/{issue_number}`,
      parameters: inPath('owner', 'repo', 'issue_number'),
      hasBody: true,
    },
    { method: 'delete', path: `${repository}/issues/{id}`, parameters: inPath('owner', 'repo', 'id'), hasBody: false },
    { method: 'get', path: `/v${index}/orgs/{org}/repos`, parameters: [...inPath('org'), ...PAGING], hasBody: false },
    { method: 'put', path: `/v${index}/orgs/{org}/teams/{team}`, parameters: inPath('org', 'team'), hasBody: true },
    { method: 'get', path: `/v${index}/users/{name}`, parameters: inPath('name'), hasBody: false },
  ];
  return kinds[index % kinds.length] as GeneratedRoute;
}

const describeRoutes = (count: number): GeneratedRoute[] => Array.from({ length: count }, (_, i) => describeRoute(i));
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Creates the OpenAPI document of an API of `count` routes. */
export function createApiDocument(count: number): object {
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

/** A library that calls the API: the head of its file, and a call of each route. */
export interface Calls {
  readonly head: string;
  readonly calls: readonly string[];
}

const LITERALS = { path: `'x'`, query: `'x'` };
const required = (parameters: readonly GeneratedParameter[], place: 'path' | 'query'): string[] =>
  parameters.filter((one) => one.in === place && one.required).map(({ name }) => `${name}: ${LITERALS[place]}`);
const braced = (members: readonly string[]): string => `{ ${members.join(', ')} }`;
const TITLE = `title: 'Types'`;

/** Writes the calls by this library, for a catalogue in `routes.d.ts`. */
export function writeOurCalls(count: number): Calls {
  return {
    head: `import { createEndpoint } from 'endpoint.js';\nimport type { Routes } from './routes.js';\nconst api = createEndpoint<Routes>();`,
    calls: describeRoutes(count).map(({ method, path, parameters, hasBody }, index) => {
      const members = [...required(parameters, 'path'), ...required(parameters, 'query'), ...(hasBody ? [TITLE] : [])];
      const options = members.length === 0 ? '' : `, ${braced(members)}`;
      return `export const r${index} = api('${method.toUpperCase()} ${path}'${options});`;
    }),
  };
}

/** Writes the calls by openapi-fetch, for the types of openapi-typescript in `schema.d.ts`. */
export function writeOpenApiFetchCalls(count: number): Calls {
  return {
    head: `import createClient from 'openapi-fetch';\nimport type { paths } from './schema.js';\nconst api = createClient<paths>();`,
    calls: describeRoutes(count).map(({ method, path, parameters, hasBody }, index) => {
      const places = (['path', 'query'] as const).flatMap((place) => {
        const members = required(parameters, place);
        return members.length === 0 ? [] : `${place}: ${braced(members)}`;
      });
      const members = [
        ...(places.length === 0 ? [] : [`params: ${braced(places)}`]),
        ...(hasBody ? [`body: ${braced([TITLE])}`] : []),
      ];
      const init = members.length === 0 ? '' : `, ${braced(members)}`;
      return `export const r${index} = api.${method.toUpperCase()}('${path}'${init});`;
    }),
  };
}

/** Writes the calls by ts-rest, whose contract has the types of the same catalogue. */
export function writeTsRestCalls(count: number): Calls {
  const routes = describeRoutes(count);
  const contract = routes.map(({ method, path, parameters, hasBody }, index) => {
    const route = `Routes['${method.toUpperCase()} ${path}']`;
    const has = (place: string): boolean => parameters.some((one) => one.in === place);
    const optional = parameters.every((one) => one.in !== 'query' || !one.required);
    return `  r${index}: {
    method: '${method.toUpperCase()}',
    path: '${path.replaceAll(/\{(\w+)\}/g, ':$1')}',
    ${has('path') ? `pathParams: c.type<${route}['path']>(),` : ''}
    ${has('query') ? `query: c.type<${optional ? `NonNullable<${route}['query']>` : `${route}['query']`}>(),` : ''}
    ${hasBody ? `body: c.type<${route}['body']>(),` : method === 'get' ? '' : 'body: c.noBody(),'}
    responses: { ${method === 'delete' ? '204: c.noBody()' : '200: c.type<Issue>()'}, 404: c.type<Problem>() },
  },`;
  });
  return {
    head: `import { initClient, initContract } from '@ts-rest/core';\nimport type { Issue, Problem, Routes } from './routes.js';\nconst c = initContract();
const contract = c.router({\n${contract.join('\n')}\n});\nconst api = initClient(contract, { baseUrl: '' });`,
    calls: routes.map(({ parameters, hasBody }, index) => {
      const [path, query] = [required(parameters, 'path'), required(parameters, 'query')];
      const members = [
        ...(path.length === 0 ? [] : [`params: ${braced(path)}`]),
        ...(query.length === 0 ? [] : [`query: ${braced(query)}`]),
        ...(hasBody ? [`body: ${braced([TITLE])}`] : []),
      ];
      return `export const r${index} = api.r${index}(${members.length === 0 ? '' : braced(members)});`;
    }),
  };
}
