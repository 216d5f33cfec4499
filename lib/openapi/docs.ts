import { DEPRECATED, isWritten } from './describe.js';
import type { Body, Operation, Parameter } from './operation.js';
import { commentText } from './text.js';

/** What a docstring tells of a route, a paragraph each. */
export function routeDocs(operation: Operation, baseUrl: string | undefined): string[] {
  const { summary, description, parameters, body, docs, deprecated } = operation;
  const ownBase = operation.baseUrl === baseUrl ? undefined : operation.baseUrl;
  return [
    summary && commentText(summary),
    description && description !== summary && commentText(description),
    body && bodyNote(body),
    beside('Headers', 'header', parameters),
    beside('Cookies', 'cookie', parameters),
    ownBase && `Base URL: ${inline(ownBase)}`,
    docs && /^https?:\/\/\S+$/.test(docs) && `@see ${commentText(docs)}`,
    deprecated && DEPRECATED,
  ].filter(isWritten);
}

/** Text of the document as a code span. */
function inline(text: string): string {
  return `\`${commentText(text).replace(/[`\s]+/g, ' ')}\``;
}

/** How a body is given that is not simply JSON. */
function bodyNote({ schema, mediaTypes, description, required }: Body): string | undefined {
  const [first = ''] = mediaTypes;
  if (schema) {
    return /^(?:application|text)\/json\s*(?:;|$)|\*/i.test(first)
      ? undefined
      : `The body's media type is ${inline(first)}: set the header \`content-type\`.`;
  }
  const types = mediaTypes.map(inline).join(' or ') || 'any type';
  const told = description ? ` ${commentText(description)}` : '';
  return `Body${required ? ' (required)' : ''}: ${types}, given as \`data\`.${told}`;
}

/** Parameters that are no part of the url and the body. */
function beside(label: string, place: Parameter['in'], parameters: readonly Parameter[]): string | undefined {
  const told = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required }) => `${inline(name)}${required ? ' (required)' : ''}`);
  return told.length > 0 ? `${label}: ${told.join(', ')}.` : undefined;
}
