/** The syntax of TypeScript for CommonJS modules. */
import endpointJs = require('endpoint.js');
import fetchJs = require('endpoint.js/fetch');
import clientJs = require('endpoint.js-client');

const [url, init]: [string, fetchJs.FetchInit] = fetchJs.toFetch(
  endpointJs.endpoint('GET /users/{name}', { name: 'a' }),
);
const options: endpointJs.EndpointOptions = { [endpointJs.endpoint.in]: { path: { name: 'b' } } };
// @ts-expect-error Property 'name' is missing
const incomplete = (): endpointJs.RequestOptions => endpointJs.endpoint('GET /users/{name}', {});
console.log(
  JSON.stringify([url, init.method, Object.keys(options), typeof clientJs.createCallClient, typeof incomplete]),
);
