/**
 * Reads OpenAPI 3.x and Swagger 2.0 documents, and writes catalogues of their routes, in every runtime. Parsing text and loading
 * files are up to the caller; `endpoint.js types` does both.
 */
export type { Api, ApiBody, ApiField, ApiOperation, ApiParameter, ListStyle } from './api.js';
export { writeCatalogue } from './catalogue.js';
export { ApiDocument, checkDocument } from './document.js';
export type { DocumentFiles, JsonObject, Located, LocatedObject, ReferenceTarget } from './document.js';
export { readApi } from './read-api.js';
export { listMembers, summarizeType, type SchemaMember } from './schema.js';
