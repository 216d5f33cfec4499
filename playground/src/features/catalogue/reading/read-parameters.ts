import {
  createExample,
  describeSchema,
  listMembers,
  summarizeType,
  type ApiBody,
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  type Located,
} from 'endpoint.js/openapi';
import { isContainer, isObject } from '../../../json/json.js';
import type { Body, Parameter } from '../catalogue.js';
import { PLAIN_PARAMETER } from '../pack.js';

/** Cuts a text in Markdown at the end of a paragraph, else of a word, so that it has at most `length` characters. */
export function cutMarkdown(markdown: string | undefined, length: number): string {
  const text = (markdown ?? '').replaceAll('\r\n', '\n').trim();
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const paragraph = start.lastIndexOf('\n\n');
  if (paragraph > length / 3) return `${start.slice(0, paragraph)}\n\n…`;
  // A link or code that is cut in two would show its marks.
  return `${start.replace(/\s+\S*$/, '').replace(/\s*(?:\[[^\]]*(?:\]\([^)]*)?|`[^`]*)$/, '')} …`;
}

/** The destination of a link: without spaces, with pairs of parentheses (CommonMark 6.3). */
const LINK = /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?:[^\s()]|\([^\s()]*\))*(?:\s+"[^"]*")?\)/g;

/** The first paragraph of a text in Markdown as plain text, for one line. */
export function summarizeMarkdown(markdown: string | undefined, length: number): string {
  const [paragraph = ''] = (markdown ?? '')
    .trim()
    .slice(0, 4000)
    .split(/\r?\n\s*\r?\n/);
  const text = paragraph
    .replaceAll(LINK, '$1')
    .replaceAll(/(^|\s)_(\S(?:[^_]*\S)?)_(?=[\s.,;:]|$)/g, '$1$2')
    .replaceAll(/`+|[*_]{2}|^>\s*(?:\[!\w+\])?|^#+\s/gm, '')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/\s+\S*$/, '')} …`;
}

const MAX_DESCRIPTION = 400;
/** Longer values are no help in a field. */
const MAX_EXAMPLE = 4000;

/** Reads the parameters of an operation, then those of its body. */
export function readParameters(document: ApiDocument, { parameters, body }: ApiOperation): Parameter[] {
  return [
    ...parameters.flatMap((parameter) => readParameter(document, parameter)),
    ...(body ? readBodyParameters(document, body) : []),
  ];
}

function readParameter(document: ApiDocument, parameter: ApiParameter): Parameter[] {
  const { name, in: place, required, schema, description, deprecated, example } = parameter;
  // A page can't set cookies of other sites.
  if (place === 'cookie') return [];
  const described = describeText(parameter) ?? describe(document, schema, example);
  return [
    {
      ...described,
      name,
      place,
      required,
      deprecated: deprecated || described.deprecated,
      description: cutMarkdown(description, MAX_DESCRIPTION),
      inRoute: place === 'path' || parameter.expression !== undefined,
    },
  ];
}

/** Whether a value is typically typed as text rather than as JSON. */
function isText(type: string): boolean {
  return type === '' || type.startsWith('"') || type.split(' | ').includes('string');
}

/** A value as the text of a field; empty text for no value. */
function writeValue(value: unknown, kind: Parameter['kind']): string {
  if (value === undefined) return '';
  if (kind === 'text' && typeof value === 'string') return value;
  const line = JSON.stringify(value);
  const text = line.length > 40 ? JSON.stringify(value, null, 2) : line;
  return text.length > MAX_EXAMPLE ? '' : text;
}

/** The facts that a schema states about a value. */
function describe(document: ApiDocument, schema: Located, stated: unknown): Parameter {
  const { choices, closed, default: preset, example, limits, deprecated } = describeSchema(document, schema);
  const type = summarizeType(document, schema);
  const values = choices.filter((choice) => choice !== null);
  const isTyped = values.length > 0 ? values.every((value) => typeof value === 'string') : isText(type);
  const chosen = stated ?? example;
  // A number where text and numbers are allowed; where only text is, it is text without its quotes.
  const isNumber = typeof chosen === 'number' && /\b(?:integer|number)\b/.test(type);
  const kind = isTyped && !isNumber ? 'text' : 'json';
  const made = chosen ?? createExample(document, schema, { members: 'required' });
  const full = chosen ?? createExample(document, schema, { members: 'all' });
  const text = writeValue(made, kind);
  const fullText = writeValue(full, kind);
  return {
    ...PLAIN_PARAMETER,
    type,
    kind,
    deprecated,
    // Empty text stands for no value, so null has none in plain text.
    choices: (kind === 'text' ? values : choices).map((choice) => writeValue(choice, kind)),
    closed,
    preset: preset === null ? '' : writeValue(preset, kind),
    example: text,
    fullExample: fullText === text ? '' : fullText,
    hasExample: isHelpful(text, chosen, made),
    limits,
  };
}

/** The facts about a value that callers write as text, because the builder can't; undefined for any other. */
function describeText({ mediaType, style, explode, isList, text }: ApiParameter): Parameter | undefined {
  const [, separator] = ((isList || text) && !explode && /^(pipe|space|tab)Delimited$/.exec(style)) || [];
  if (!text && separator === undefined) return undefined;
  const form = separator === undefined ? 'in a style of the API' : `joined by ${separator}s`;
  const limits = [mediaType === undefined ? `${isList ? 'a list' : 'members'} ${form}` : `text of type ${mediaType}`];
  return { ...PLAIN_PARAMETER, type: 'string', limits };
}

/** Whether an example is the document's, or has a structure to fill: an empty object or list is no help. */
function isHelpful(text: string, chosen: unknown, made: unknown): boolean {
  return !/^(?:\{\}|\[\])?$/.test(text) && (chosen !== undefined || isContainer(made));
}

/** How the page writes a body that has these parameters. */
export function readBody(body: ApiBody, parameters: readonly Parameter[]): Body {
  const [mediaType = ''] = body.mediaTypes;
  const kind = findKind(body);
  const isWhole = !parameters.some(({ place }) => place === 'body');
  return { mediaType, kind: kind === 'members' && isWhole ? 'json' : kind, required: body.required };
}

function findKind({ json, fields, mediaTypes: [mediaType = ''] }: ApiBody): Body['kind'] {
  if (/^(?:multipart|image|audio|video|font)\/|octet-stream|zip|pdf/i.test(mediaType)) return 'files';
  if (fields.length > 0 || /^application\/x-www-form-urlencoded/i.test(mediaType)) return 'form';
  return json ? 'members' : 'text';
}

/** Reads the members of a JSON object or a form; another body is one parameter. */
function readBodyParameters(document: ApiDocument, body: ApiBody): Parameter[] {
  const kind = findKind(body);
  const members = body.fields.length > 0 ? body.fields : kind === 'text' ? [] : listMembers(document, body.schema);
  const examples = isObject(body.example) ? new Map(Object.entries(body.example)) : new Map<string, unknown>();
  if (members.length === 0) return body.mediaTypes.length === 0 ? [] : [readWholeBody(document, body, kind)];
  return members.map(({ name, required, description, schema }): Parameter => {
    const facts = { name, place: 'body', required, description: cutMarkdown(description, MAX_DESCRIPTION) } as const;
    return Object.assign(describe(document, schema, examples.get(name)), facts);
  });
}

function readWholeBody(document: ApiDocument, body: ApiBody, kind: Body['kind']): Parameter {
  const { required, description, schema, example } = body;
  const described = describe(document, schema, example);
  const whole = {
    name: 'data',
    place: 'data',
    required,
    description: cutMarkdown(description, MAX_DESCRIPTION),
  } as const;
  if (kind === 'members') return { ...described, ...whole, kind: described.type === '' ? 'json' : described.kind };
  // Of a type such as XML, whose text can't be made from the schema.
  const isTyped = described.kind === 'text' || typeof example === 'string';
  const text = isTyped ? described.example : '';
  return {
    ...described,
    ...whole,
    kind: 'text',
    example: text,
    fullExample: '',
    hasExample: text !== '' && described.hasExample,
  };
}
