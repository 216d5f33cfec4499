import { createEndpoint } from './endpoint.js';

/** The builder for GitHub's REST API. */
export const endpoint = createEndpoint({ vendor: 'github', baseUrl: 'https://api.github.com' });

export { createEndpoint, type Endpoint } from './endpoint.js';
export { EndpointError, type EndpointErrorCode } from './errors.js';
export type {
  EndpointOptions,
  EndpointSettings,
  HeadersInput,
  MediaType,
  MergedOptions,
  Method,
  ParameterLocations,
  QueryArrays,
  RequestOptions,
} from './options.js';
