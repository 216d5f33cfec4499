import type { ApiBody, ApiOperation, ApiParameter } from './api.js';
import { isForm } from './bodies.js';
import { asObject, asString, type JsonObject } from './document.js';
import { isAbsolute } from './routes.js';

/**
 * Makes text of a document safe in a block comment: it can't end the comment, add a directive or a tag, or hide or reorder
 * text.
 */
export function commentText(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u{2028}\u{2029}\v\f]/gu, '\n')
      // Control characters, and those that change the direction of text.
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu, '')
      .replaceAll('*/', '*\\/')
      .replaceAll('/*', '/\\*')
      // At the start of a line `@` begins a tag; compilers read their directives anywhere.
      .replace(/^([\s*/]*)@/gm, '$1\\@')
      .replace(/\{@/g, '{\\@')
      .replace(/@(?=jsx|ts-)/gi, '@ ')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** A paragraph of a docstring; empty text and anything but text is left out. */
type Paragraph = string | false | undefined;

/** Writes a docstring of paragraphs; empty text where there are none. */
export function docstring(paragraphs: readonly Paragraph[]): string {
  const text = paragraphs.filter(Boolean).join('\n\n');
  if (text === '') return '';
  if (!text.includes('\n')) return `/** ${text} */\n`;
  const lines = text.split('\n').map((line) => (line === '' ? ' *' : ` * ${line}`));
  return `/**\n${lines.join('\n')}\n */\n`;
}

/** Writes a string literal of TypeScript; those of JSON are such, and contain no line end. */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a literal type; undefined for a value without one. */
export function literalType(value: unknown) {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number';
  if (typeof value === 'boolean' || value === null) return String(value);
  return undefined;
}

/** Writes a property of a type; its name is quoted where it isn't an identifier. */
export function writeProperty(name: string, required: boolean, type: string): string {
  return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name)}${required ? '' : '?'}: ${type};`;
}

/** Writes lines in braces. */
export function block(lines: readonly string[]): string {
  return `${['{', ...lines].join('\n').replace(/\n(?=[^\n])/g, '\n  ')}\n}`;
}

/** The surroundings of a schema in its docstring. */
interface Surroundings {
  /** Replaces the schema's description. */
  readonly description?: string | undefined;
  readonly note?: Paragraph;
  readonly deprecated?: boolean;
}

/** The tag for which editors strike a name through. */
const DEPRECATED = '@deprecated';

/** The facts about a value that a type can't express. */
const CONSTRAINTS = Object.entries({
  format: 'Format',
  contentEncoding: 'Encoding',
  pattern: 'Pattern',
  default: 'Default',
  minimum: 'Minimum',
  maximum: 'Maximum',
  minLength: 'Minimum length',
  maxLength: 'Maximum length',
  minItems: 'Minimum of items',
  maxItems: 'Maximum of items',
});

/** Writes the docstring of a schema. */
export function documentSchema(schema: unknown, { description, note, deprecated }: Surroundings = {}): string {
  const value = asObject(schema);
  const text = description ?? asString(value['description']);
  return docstring([
    text && commentText(text),
    note,
    describeConstraints(value),
    // Last, because a tag includes the text after it.
    (deprecated || value['deprecated'] === true) && DEPRECATED,
  ]);
}

function describeConstraints(schema: JsonObject): string {
  const sentences = CONSTRAINTS.flatMap(([key, label]) => {
    const value = schema[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = commentText(String(value)).replace(/\s+/g, ' ');
    return [`${label}: ${key === 'format' ? text : `\`${text}\``}.`];
  });
  return sentences.join(' ');
}

/** Writes the docstring of a route. */
export function documentRoute(operation: ApiOperation, baseUrl: string | undefined): string {
  const { summary, description, parameters, body, docs, deprecated } = operation;
  const otherBase = operation.baseUrl === baseUrl || isAbsolute(operation.route) ? undefined : operation.baseUrl;
  return docstring([
    summary && commentText(summary),
    description && description !== summary && commentText(description),
    body && describeBody(body),
    listParameters('Headers', 'header', parameters),
    listParameters('Cookies', 'cookie', parameters),
    otherBase && `Base URL: ${codeSpan(otherBase)}`,
    docs && /^https?:\/\/\S+$/.test(docs) && `@see ${commentText(docs)}`,
    deprecated && DEPRECATED,
  ]);
}

/** How to pass a body that isn't simply JSON. */
function describeBody(body: ApiBody) {
  const { json, mediaTypes, description, fields, required } = body;
  const [first = ''] = mediaTypes;
  if (json || isForm(first)) {
    const instead = json ? '' : ', or pass `URLSearchParams` as `data`';
    return /^(?:application|text)\/json\s*(?:;|$)|\*/i.test(first)
      ? undefined
      : `The body's media type is ${codeSpan(first)}: set the header \`content-type\`${instead}.`;
  }
  const types = mediaTypes.map(codeSpan).join(' or ') || 'any type';
  const names = fields.map(({ name, schema, required: isRequired }) => {
    const type = String(asObject(schema.value)['type']);
    return `\`${name}\` (${type}${isRequired ? ', required' : ''})`;
  });
  const text = description ?? (names.length > 0 ? `Fields: ${names.join(', ')}.` : '');
  return `Body${required ? ' (required)' : ''}: ${types}, passed as \`data\`. ${commentText(text)}`.trimEnd();
}

/** Lists parameters that are neither in the url nor in the body. */
function listParameters(label: string, place: ApiParameter['in'], parameters: readonly ApiParameter[]): string {
  const names = parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => {
      const facts = [parameter.required && 'required', describeForm(parameter)].filter(Boolean).join(', ');
      return codeSpan(parameter.name) + (facts && ` (${facts})`);
    });
  return names.length > 0 ? `${label}: ${names.join(', ')}.` : '';
}

/** How the caller writes the text of a header or cookie that is a list or an object. */
function describeForm({ name, mediaType, style, explode, isList, isObject }: ApiParameter): string {
  if (mediaType !== undefined) return `text of type ${codeSpan(mediaType)}`;
  const separator = { simple: ',', cookie: '; ' }[style] ?? '&';
  const object = isObject && (explode ? `a=1${separator}b=2` : 'a,1,b,2');
  const list = isList && (explode && style !== 'simple' ? `1${separator}${name}=2` : '1,2');
  const forms = [list, object].filter((form) => form !== false).map((form) => `as ${codeSpan(form)}`);
  return [style === 'cookie' && 'unencoded', forms.join(' or ')].filter(Boolean).join(', ');
}

/** Text of the document as a code span. */
function codeSpan(text: string): string {
  return `\`${commentText(text).replace(/[`\s]+/g, ' ')}\``;
}
