/** What a script tag gives as `endpointJs`: the builder, and the way to `fetch`. */
export * from './index.js';
export { toFetch } from './adapters/fetch.js';
