/** The members of `endpointJs`, the global variable of the script tag: the builder, `toFetch` and `send`. */
export * from './index.js';
export { toFetch } from './adapters/fetch.js';
export { ResponseError, send } from 'endpoint.js/send';
