/**
 * Operations of an OpenAPI document as tools for a model: it chooses values, the document and the settings choose everything else.
 */
export {
  createTools,
  createToolsFrom,
  type Tool,
  type ToolAnnotations,
  type ToolOperation,
  type Tools,
  type ToolsSettings,
} from './create-tools.js';
export { EndpointError, type EndpointErrorCode } from '../errors.js';
export type { ApiOperation } from '../openapi/api.js';
export type { RequestOptions } from '../options.js';
export type { InputSchema } from './schemas.js';
