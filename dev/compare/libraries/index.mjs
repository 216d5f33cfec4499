/** The libraries in the order of the tables, ours first. */
import { noLibrary, qs } from './by-hand.mjs';
import { axios, ky, ofetch } from './clients.mjs';
import { endpointJs, uriTemplate } from './endpoint-js.mjs';
import { octokitEndpoint } from './octokit-endpoint.mjs';
import { heyApi, openapiClientAxios, openapiFetch } from './openapi.mjs';
import { pathToRegexp, urlcat } from './paths.mjs';
import { stdUriTemplate, uriTemplates, urlTemplate } from './templates.mjs';

/** @type {readonly import('../library.mjs').Library[]} */
export const LIBRARIES = [
  endpointJs,
  uriTemplate,
  octokitEndpoint,
  urlTemplate,
  stdUriTemplate,
  uriTemplates,
  pathToRegexp,
  urlcat,
  openapiFetch,
  heyApi,
  openapiClientAxios,
  axios,
  ky,
  ofetch,
  qs,
  noLibrary,
];
