import { BODY, describeRoutes, requiredIn, writeCalls } from '../../testing/generated-api.mjs';

/**
 * A library, with a call of each route of the generated API.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} head the code before the calls
 * @property {readonly string[]} calls
 */

/** @param {readonly string[]} members */
const braced = (members) => `{ ${members.join(', ')} }`;

/**
 * The catalogue is in `routes.d.ts`, the types of openapi-typescript in `schema.d.ts`.
 *
 * @param {number} count
 * @returns {readonly Contender[]}
 */
export const createContenders = (count) => [
  {
    name: 'endpoint.js',
    head: `import { createEndpoint } from 'endpoint.js';
import type { Routes } from './routes.js';
const api = createEndpoint<Routes>();`,
    calls: writeCalls(count),
  },
  {
    name: 'openapi-fetch',
    head: `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
const api = createClient<paths>();`,
    calls: writeOpenApiFetchCalls(count),
  },
  {
    name: 'ts-rest',
    head: `import { initClient, initContract } from '@ts-rest/core';
import type { Issue, Problem, Routes } from './routes.js';
const c = initContract();
${writeContract(count)}
const api = initClient(contract, { baseUrl: '' });`,
    calls: writeTsRestCalls(count),
  },
];

/** @param {number} count */
function writeOpenApiFetchCalls(count) {
  return describeRoutes(count).map((route, index) => {
    const places = /** @type {const} */ (['path', 'query']).flatMap((place) => {
      const members = requiredIn(route, place);
      return members.length === 0 ? [] : `${place}: ${braced(members)}`;
    });
    const members = [
      ...(places.length === 0 ? [] : [`params: ${braced(places)}`]),
      ...(route.hasBody ? [`body: ${braced([BODY])}`] : []),
    ];
    const init = members.length === 0 ? '' : `, ${braced(members)}`;
    return `export const r${index} = api.${route.method.toUpperCase()}('${route.path}'${init});`;
  });
}

/** Writes the contract with the types of the catalogue. @param {number} count */
function writeContract(count) {
  const routes = describeRoutes(count).map(({ method, path, parameters, hasBody }, index) => {
    const definition = `Routes['${method.toUpperCase()} ${path}']`;
    /** @param {string} place */
    const has = (place) => parameters.some((one) => one.in === place);
    const members = [
      `method: '${method.toUpperCase()}'`,
      `path: '${path.replaceAll(/\{(\w+)\}/g, ':$1')}'`,
      ...(has('path') ? [`pathParams: c.type<${definition}['path']>()`] : []),
      ...(has('query') ? [`query: c.type<NonNullable<${definition}['query']>>()`] : []),
      ...(hasBody ? [`body: c.type<${definition}['body']>()`] : method === 'get' ? [] : ['body: c.noBody()']),
      `responses: { ${method === 'delete' ? '204: c.noBody()' : '200: c.type<Issue>()'}, 404: c.type<Problem>() }`,
    ];
    return `  r${index}: ${braced(members)},`;
  });
  return `const contract = c.router({\n${routes.join('\n')}\n});`;
}

/** @param {number} count */
function writeTsRestCalls(count) {
  return describeRoutes(count).map((route, index) => {
    const [path, query] = [requiredIn(route, 'path'), requiredIn(route, 'query')];
    const members = [
      ...(path.length === 0 ? [] : [`params: ${braced(path)}`]),
      ...(query.length === 0 ? [] : [`query: ${braced(query)}`]),
      ...(route.hasBody ? [`body: ${braced([BODY])}`] : []),
    ];
    return `export const r${index} = api.r${index}(${members.length === 0 ? '' : braced(members)});`;
  });
}
