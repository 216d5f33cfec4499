import { expand as expandTemplate } from 'endpoint.js/uri-template';
import { OperationError } from '../service/operation.js';
import { taskOperation } from '../service/registry.js';
import { isQuickTemplate, maxTemplateBytes, withBuilderErrors } from './builder.js';

/** Expands a URI template. */
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
  if (isObject(value)) return value;
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
