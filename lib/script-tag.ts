/** The members of `endpointJs`, the global variable of the script tag: the builder and `toFetch`. */
export * from './index.js';
export { toFetch } from './adapters/fetch.js';
