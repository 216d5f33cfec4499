/**
 * Operations of an OpenAPI document as tools for a model: it chooses values, the document and the settings choose everything else.
 */
export { createTools, type InputSchema, type Tool, type Tools, type ToolsSettings } from './create-tools.js';
export { EndpointError, type EndpointErrorCode } from '../errors.js';
export type { ApiOperation } from '../openapi/api.js';
export type { RequestOptions } from '../options.js';
