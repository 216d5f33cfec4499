/**
 * Reads OpenAPI 3.x and Swagger 2.0 documents, and writes catalogues of their routes, in every runtime. Parsing text and loading
 * files are up to the caller; `endpoint.js types` does both.
 */
export type {
  Api,
  ApiBody,
  ApiCredential,
  ApiField,
  ApiOperation,
  ApiParameter,
  ApiServer,
  ApiServerVariable,
} from './api.js';
export { writeCatalogue } from './catalogue.js';
export { describeSchema, type SchemaDetails } from './details.js';
export {
  ApiDocument,
  checkDocument,
  type DocumentFiles,
  type JsonObject,
  type Located,
  type LocatedObject,
  type ReferenceTarget,
} from './document.js';
export { createExample, type ExampleOptions } from './example.js';
export { findPlaceholders, type Placeholders } from './placeholders.js';
export { readApi } from './read-api.js';
export { listMembers, summarizeType, type SchemaMember } from './schema.js';
export { fillServer } from './servers.js';
