import type { ApiBody, ApiParameter } from './api.js';
import type { ApiDocument, LocatedObject } from './document.js';
import { asString, type JsonObject } from './json.js';

/** What the versions of the format write differently. */
export interface Dialect {
  /** Reads the base URLs that an object of the document states. */
  readonly readBaseUrls: (value: JsonObject, document: ApiDocument) => readonly string[];
  /** Reads a parameter; undefined where it belongs to the body, or is malformed. */
  readonly readParameter: (document: ApiDocument, parameter: LocatedObject) => ApiParameter | undefined;
  readonly readBody: (
    document: ApiDocument,
    operation: LocatedObject,
    parameters: readonly LocatedObject[],
  ) => ApiBody | undefined;
}

/** Creates a body from its object and its media types; JSON is preferred. */
export function createBody(
  { value, file }: LocatedObject,
  mediaTypes: readonly string[],
  getSchema: (mediaType: string) => unknown,
): ApiBody {
  const json = mediaTypes.find(isJson);
  const preferred = json ?? mediaTypes[0];
  return {
    required: value['required'] === true,
    description: asString(value['description']),
    mediaTypes: json === undefined ? mediaTypes : [json, ...mediaTypes.filter((type) => type !== json)],
    json: json !== undefined,
    schema: { value: (preferred === undefined ? undefined : getSchema(preferred)) ?? {}, file },
    fields: [],
  };
}

function isJson(mediaType: string): boolean {
  return /^(?:\*\/\*|application\/\*|(?:application|text)\/json|[^/;]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}
