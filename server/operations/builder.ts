import { endpoint, EndpointError } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { expand as expandTemplate } from 'endpoint.js/uri-template';
import { isPlainObject } from '../../lib/strict.js';
import { ResultTooLarge, taskOperation } from './built-in.js';
import { flatJsonLength, indentLabel, toIndentedJson } from './indent.js';
import { type OperationArguments, OperationError } from './operation.js';

/** The most bytes of UTF-8 in a route or a template. */
const maxTemplateBytes = 65_536;

/**
 * Whether a template takes less than 50 ms of CPU, whatever its arguments hold. Each of its expressions may read all values, so
 * the time grows with the product of both.
 */
function isQuickTemplate({ str1: template, str2: json }: OperationArguments): boolean {
  return template.length + json.length <= 8192 && template.length * json.length <= 1_048_576;
}

/**
 * Runs `use`, with the builder's errors as failures of the operation.
 *
 * @throws {OperationError} for what the caller can correct
 * @throws {ResultTooLarge} for a url or expansion above the builder's limit; everything else passes through
 */
function withBuilderErrors<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof EndpointError) {
      if (error.code === 'too-long') throw new ResultTooLarge(error.message, { cause: error });
      const where = error.code === 'invalid-json' ? 'str2: ' : '';
      throw new OperationError(`${where}${error.message}`, { cause: error });
    }
    // JSON.parse reads any depth, but merging and JSON.stringify recurse.
    if (error instanceof RangeError && error.message.includes('call stack')) {
      throw new OperationError('The JSON in str2 is nested too deeply; a few hundred levels are fine.', {
        cause: error,
      });
    }
    throw error;
  }
}

export const build = taskOperation({
  name: 'build',
  description: 'Builds HTTP request options from a route and parameters.',
  arguments: {
    str1: 'route, such as GET /repos/{owner}/{repo}; empty when the options say url',
    str2: 'options as a JSON object, or empty',
    int_value: indentLabel,
  },
  maxStr1Bytes: maxTemplateBytes,
  isQuick: isQuickTemplate,
  run: ({ str1: route, str2: json, intValue: indent }, maxBytes) =>
    withBuilderErrors(() => {
      const options = optionsFromJson(json);
      const built = route === '' ? endpoint(options) : endpoint(route, options);
      return toIndentedJson(built, indent, json.length <= flatJsonLength ? undefined : maxBytes);
    }),
});

export const expand = taskOperation({
  name: 'expand',
  description: 'Expands a URI template (RFC 6570).',
  arguments: { str1: 'URI template, such as /search{?q,lang}', str2: 'variables as a JSON object, or empty' },
  maxStr1Bytes: maxTemplateBytes,
  isQuick: isQuickTemplate,
  run: ({ str1: template, str2: json }) => withBuilderErrors(() => expandTemplate(template, parseVariables(json))),
});

/** @throws {OperationError} */
function parseVariables(json: string): Record<string, unknown> {
  if (json.trim() === '') return {};
  const value = parseJson(json);
  if (isPlainObject(value)) return value;
  throw new OperationError('str2 is not a JSON object of variables; write {"name": "value"}.');
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OperationError(`str2 is not JSON: ${error.message}; write {"name": "value"}.`, { cause: error });
  }
}
