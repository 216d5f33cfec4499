import {
  ApiDocument,
  listMembers,
  readApi,
  summarizeType,
  type ApiBody,
  type ApiOperation,
  type ApiParameter,
} from 'endpoint.js/openapi';
import type { Catalogue, Operation, Parameter } from './catalogue.js';

const MAX_BYTES = 64 * 2 ** 20;

async function parse(text: string): Promise<unknown> {
  if (/^\s*[{[]/.test(text)) return JSON.parse(text) as unknown;
  // YAML is rare: its parser is a separate chunk.
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text) as unknown;
}

/**
 * Reads the catalogue of an OpenAPI 3 or Swagger 2 document in JSON or YAML.
 *
 * @throws Error with one sentence that contains the file's name and the reason
 */
export async function readDocumentFile(file: File): Promise<Catalogue> {
  try {
    if (file.size > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES / 2 ** 20} MiB.`);
    return readOpenApi(await parse(await file.text()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file.name}: ${reason}`, { cause: error });
  }
}

const MAX_TEXT = 240;

/**
 * Reads the routes of a parsed OpenAPI 3 or Swagger 2 document; malformed parts count as absent.
 *
 * @throws Error if it isn't such a document, or has no routes
 */
export function readOpenApi(root: unknown): Catalogue {
  const document = new ApiDocument(root);
  const { title, baseUrls, operations } = readApi(document);
  if (operations.length === 0) throw new Error('has no routes: its “paths” contain no operation.');
  return {
    title: title || 'An API without a title',
    baseUrl: baseUrls[0] ?? '',
    operations: operations.map((operation) => readOperation(document, operation)),
  };
}

function readOperation(document: ApiDocument, operation: ApiOperation): Operation {
  const { method, path, summary, id, description, parameters, body } = operation;
  return {
    method,
    path,
    summary: stripMarkdown(summary ?? id ?? description),
    // Required parameters first, otherwise in their order.
    parameters: [
      ...parameters.flatMap((parameter) => readParameter(document, parameter)),
      ...(body ? readBody(document, body) : []),
    ].sort((a, b) => Number(b.required) - Number(a.required)),
  };
}

function readParameter(document: ApiDocument, parameter: ApiParameter): Parameter[] {
  const { name, in: place, required, schema, description, list, multiSegment } = parameter;
  if (place === 'cookie') return [];
  const type = summarizeType(document, schema);
  const notation = list === 'repeat' ? '*' : place === 'path' && multiSegment ? '+' : '';
  return [{ name, place, required, type, description: stripMarkdown(description), notation }];
}

/** Reads the members of a JSON object or a form; another body is one parameter. */
function readBody(document: ApiDocument, body: ApiBody): Parameter[] {
  const { required, description, mediaTypes, json, schema, fields } = body;
  const members = json ? listMembers(document, schema) : fields;
  if (members.length > 0) {
    return members.map((member) => ({
      name: member.name,
      place: 'body',
      required: member.required,
      type: summarizeType(document, member.schema),
      description: stripMarkdown(member.description),
      notation: '',
    }));
  }
  if (mediaTypes.length === 0) return [];
  const type = summarizeType(document, schema);
  return [{ name: 'data', place: 'data', required, type, description: stripMarkdown(description), notation: '' }];
}

/** The first paragraph of a text in Markdown, without its markup. */
function stripMarkdown(markdown = ''): string {
  const [paragraph = ''] = markdown.trim().split(/\n\s*\n/);
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(^|\s)_(\S(?:[^_]*\S)?)_(?=[\s.,;:]|$)/g, '$1$2')
    .replaceAll(/[*_]{2}|^>\s*(\[!\w+\])?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).replace(/\s+\S*$/, '')} …`;
}
