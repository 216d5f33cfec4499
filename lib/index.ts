import { makeEndpoint } from './endpoint.js';

/** The builder for GitHub's REST API. */
export const endpoint = /* @__PURE__ */ makeEndpoint({ vendor: 'github', baseUrl: 'https://api.github.com' });

export type {
  Catalogue,
  CatalogueArguments,
  CatalogueEndpoint,
  CatalogueOptions,
  ErrorOf,
  ResponseOf,
  RouteDefinition,
} from './types/catalogue.js';
export { createEndpoint } from './endpoint.js';
export type {
  Endpoint,
  EndpointMembers,
  MissingParameters,
  ParameterValue,
  RouteOptions,
} from './types/endpoint-types.js';
export { EndpointError, type EndpointErrorCode } from './errors.js';
export type {
  CommonOptions,
  EndpointOptions,
  EndpointSettings,
  HeadersInput,
  MediaType,
  MergedOptions,
  Method,
  OptionName,
  ParameterLocations,
  parameterLocation,
  QueryArrays,
  QueryObjects,
  QueryStyle,
  RequestOptions,
} from './options.js';
