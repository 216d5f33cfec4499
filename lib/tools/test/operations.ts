/** The operations of a document as the serializer sees them, the same for all versions of the format. */
import { asList, asObject, isObject, type Json, type Source } from './source.js';

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Whether its slashes separate segments. */
  readonly isOpen: boolean;
  readonly schema: unknown;
  /** Of a value that is written as text of that type. */
  readonly mediaType: string | undefined;
  readonly description: string;
}

export interface Body {
  readonly required: boolean;
  readonly mediaType: string;
  readonly kind: 'json' | 'form' | 'multipart' | 'other';
  readonly schema: unknown;
  readonly encoding: Json;
}

export interface Operation {
  readonly method: string;
  /** As in the document. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Undefined for methods whose requests have none, GET for one: the contract refuses it. */
  readonly body: Body | undefined;
  /** Whether the document has one for such a method. */
  readonly hasForbiddenBody: boolean;
  /** The media types of its successful responses, JSON first; undefined where the document has none. */
  readonly accept: readonly string[] | undefined;
  /** As in the document. */
  readonly source: Json;
}

export const METHODS = ['get', 'head', 'options', 'query', 'post', 'put', 'patch', 'delete', 'trace'];
export const isJson = (mediaType: string): boolean => /[/+]json\s*(?:;|$)/i.test(mediaType);
const isWildcard = (mediaType: string): boolean => /^[^;]*\*/.test(mediaType);
const IGNORED = /^(?:accept|content-type|authorization)$/i;
const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;.*)?$/;
const STYLES: Json = { csv: 'form', ssv: 'spaceDelimited', tsv: 'tabDelimited', pipes: 'pipeDelimited', multi: 'form' };

function readParameter(source: Source, stated: Json): Parameter {
  const place = String(stated['in']) as Parameter['place'];
  const [mediaType, media] = Object.entries(asObject(stated['content']))[0] ?? [];
  const isOld = source.version === 2;
  const style = isOld
    ? place === 'query'
      ? String(STYLES[String(stated['collectionFormat'] ?? 'csv')] ?? 'form')
      : 'simple'
    : String(stated['style'] ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple'));
  const explode = isOld ? stated['collectionFormat'] === 'multi' : (stated['explode'] ?? style === 'form');
  return {
    name: String(stated['name']),
    place,
    required: place === 'path' || stated['required'] === true,
    style,
    explode: explode === true,
    allowReserved: stated['allowReserved'] === true,
    isOpen: stated['x-multi-segment'] === true,
    schema: isOld ? stated : (stated['schema'] ?? asObject(source.follow(media))['schema'] ?? {}),
    mediaType,
    description: String(stated['description'] ?? ''),
  };
}

function readParameters(source: Source, item: Json, operation: Json): Parameter[] {
  const found = new Map<string, Json>();
  for (const stated of [...asList(item['parameters']), ...asList(operation['parameters'])]) {
    const parameter = source.follow(stated);
    if (typeof parameter['name'] === 'string') found.set(`${String(parameter['in'])} ${parameter['name']}`, parameter);
  }
  return (
    [...found.values()]
      .filter(({ in: place }) => place !== 'body' && place !== 'formData')
      // Such parameters have no say (OpenAPI 3, "Parameter Object").
      .filter(({ in: place, name }) => source.version === 2 || place !== 'header' || !IGNORED.test(String(name)))
      .map((parameter) => readParameter(source, parameter))
  );
}

/** @param schema of the body; bytes are no JSON, whatever their media type is */
function kindOf(mediaType: string, schema?: unknown): Body['kind'] {
  if (isObject(schema) && schema['format'] === 'binary') return 'other';
  if (isJson(mediaType) || isWildcard(mediaType)) return 'json';
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType)) return 'form';
  return /^multipart\/form-data\s*(?:;|$)/i.test(mediaType) ? 'multipart' : 'other';
}

const preferJson = (types: string[]): string[] => [...types.filter(isJson), ...types.filter((type) => !isJson(type))];

function readBody(source: Source, item: Json, operation: Json): Body | undefined {
  if (source.version === 2) return readOldBody(source, item, operation);
  const { content, required, ...beside } = source.follow(operation['requestBody']);
  if (!isObject(content) || !beside) return undefined;
  const [mediaType] = preferJson(Object.keys(content));
  if (mediaType === undefined) return undefined;
  const media = source.follow(content[mediaType]);
  return {
    required: required === true,
    mediaType,
    kind: kindOf(mediaType, source.schema(media['schema'])),
    schema: media['schema'] ?? {},
    encoding: asObject(media['encoding']),
  };
}

function readOldBody(source: Source, item: Json, operation: Json): Body | undefined {
  const all = [...asList(operation['parameters']), ...asList(item['parameters'])].map((one) => source.follow(one));
  const consumes = asList(operation['consumes'] ?? source.root['consumes']).map(String);
  const whole = all.find((one) => one['in'] === 'body');
  if (whole) {
    const [mediaType = 'application/json'] = preferJson(consumes);
    return {
      required: whole['required'] === true,
      mediaType,
      kind: kindOf(mediaType, source.schema(whole['schema'])),
      schema: whole['schema'] ?? {},
      encoding: {},
    };
  }
  const fields = all.filter((one) => one['in'] === 'formData');
  if (fields.length === 0) return undefined;
  const hasFile = fields.some((field) => field['type'] === 'file');
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const [mediaType = fallback] = consumes.filter((type) => kindOf(type) === 'form' || kindOf(type) === 'multipart');
  const required = fields.filter((field) => field['required'] === true).map((field) => field['name']);
  const encoding = fields.map((field): [string, unknown] => {
    const { collectionFormat = 'csv' } = field;
    return [String(field['name']), { style: STYLES[String(collectionFormat)], explode: collectionFormat === 'multi' }];
  });
  return {
    required: required.length > 0,
    mediaType,
    kind: kindOf(mediaType),
    // The flag of a field is no keyword of its schema.
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ required: _, ...field }) => [String(field['name']), field])),
      required,
      additionalProperties: false,
    },
    encoding: Object.fromEntries(encoding),
  };
}

function readAccept(source: Source, operation: Json): string[] | undefined {
  const responses = source.follow(operation['responses']);
  const found: string[] =
    source.version === 2
      ? asList(operation['produces'] ?? source.root['produces']).map(String)
      : Object.entries(responses)
          .filter(([status]) => /^2(?:\d\d|XX)$/i.test(status))
          .flatMap(([, response]) => Object.keys(asObject(source.follow(response)['content'])));
  const types = [...new Set(found)].filter((type) => MEDIA_TYPE.test(type));
  return types.length > 0 ? preferJson(types) : undefined;
}

/** Reads the operations of a document. */
export function readOperations(source: Source): Operation[] {
  return Object.entries(source.follow(source.root['paths'])).flatMap(([path, stated]) => {
    if (!path.startsWith('/')) return [];
    const item = source.follow(stated);
    const additional = Object.entries(asObject(item['additionalOperations']));
    return [...METHODS.map((method): [string, unknown] => [method, item[method]]), ...additional].flatMap(
      ([method, value]): Operation[] => {
        if (!isObject(value)) return [];
        const operation = source.follow(value);
        const isBodiless = /^(?:get|head|options)$/i.test(method);
        const body = readBody(source, item, operation);
        return [
          {
            method,
            path,
            parameters: readParameters(source, item, operation),
            body: isBodiless ? undefined : body,
            hasForbiddenBody: isBodiless && body !== undefined,
            accept: readAccept(source, operation),
            source: operation,
          },
        ];
      },
    );
  });
}

/** The `content-type` of a body; undefined where the sender writes it. */
export function contentTypeOf({ mediaType, kind }: Body): string | undefined {
  if (kind === 'multipart') return undefined;
  return /^application\/json\s*$/i.test(mediaType) || isWildcard(mediaType)
    ? 'application/json; charset=utf-8'
    : mediaType;
}

/** Headers that are never arguments, and those by whose names or descriptions one sees that they carry credentials. */
const NEVER =
  /^(?:authorization|cookie2?|set-cookie2?|proxy-.*|sec-.*|accept|content-(?:type|length|encoding)|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|x-forwarded-.*|x-(?:http-)?method(?:-override)?|x-(?:original|rewrite)-url|user-agent)$/i;
const SECRET = /authori[sz]ation|api[-_ ]?key|token|secret|password|credential|signature|\bsig\b|session|\bauth/i;

/** Whether a parameter is left to the settings: always, perhaps, or never. */
export function isReserved(source: Source, { place, name, description }: Parameter): boolean | 'perhaps' {
  if (place === 'cookie') return true;
  const schemes = {
    ...asObject(source.root['securityDefinitions']),
    ...asObject(asObject(source.root['components'])['securitySchemes']),
  };
  const isCredential = Object.values(schemes).some((stated) => {
    const scheme = source.follow(stated);
    return scheme['in'] === place && String(scheme['name']).toLowerCase() === name.toLowerCase();
  });
  if ((place === 'header' || place === 'query') && isCredential) return true;
  if (place !== 'header') return false;
  return NEVER.test(name) || (SECRET.test(`${name} ${description}`) ? 'perhaps' : false);
}
