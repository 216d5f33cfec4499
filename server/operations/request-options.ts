import { endpoint, type RequestOptions } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import type { OperationArguments } from '../service/operation.js';

/** The labels of the arguments that {@link requestOptions} reads. */
export const requestOptionsLabels = {
  str1: 'route, such as GET /repos/{owner}/{repo}; empty when the options say url',
  str2: 'options as a JSON object, or empty',
} as const;

/**
 * Builds request options from a route and options in JSON.
 *
 * @throws {EndpointError}
 */
export function requestOptions({ str1: route, str2: json }: OperationArguments): RequestOptions {
  const options = optionsFromJson(json);
  return route === '' ? endpoint(options) : endpoint(route, options);
}
