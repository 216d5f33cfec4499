import type { JsonObject } from '../../json/json.js';
import { readChoice, readFlag, readList, readMember, readObject, readText } from '../../json/read.js';
import type { Body, Credential, Operation, Parameter, Server } from './catalogue.js';

/** Reads a list of texts; anything else in it is left out. */
function readTexts(object: JsonObject, key: string): readonly string[] {
  const value = readMember(object, key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function readParameter(row: JsonObject): Parameter {
  const text = (key: string): string => readText(row, key, '');
  const flag = (key: string): boolean => readFlag(row, key, false);
  const place = readChoice(row, 'place', ['path', 'query', 'header', 'body', 'data']);
  return {
    name: text('name'),
    place,
    required: flag('required'),
    deprecated: flag('deprecated'),
    type: text('type'),
    description: text('description'),
    inRoute: readFlag(row, 'inRoute', place === 'path'),
    kind: readChoice(row, 'kind', ['text', 'json']),
    choices: readTexts(row, 'choices'),
    closed: flag('closed'),
    preset: text('preset'),
    example: text('example'),
    fullExample: text('fullExample'),
    hasExample: flag('hasExample'),
    limits: readTexts(row, 'limits'),
  };
}

function readBody(value: unknown): Body | undefined {
  if (value === undefined) return undefined;
  const body = readObject(value, '“body”');
  return {
    mediaType: readText(body, 'mediaType', ''),
    kind: readChoice(body, 'kind', ['members', 'form', 'json', 'text', 'files']),
    required: readFlag(body, 'required', false),
  };
}

function readServer(row: JsonObject): Server {
  return {
    url: readText(row, 'url', ''),
    description: readText(row, 'description', ''),
    variables: readList(row, 'variables', (variable) => ({
      name: readText(variable, 'name', ''),
      preset: readText(variable, 'preset', ''),
      choices: readTexts(variable, 'choices'),
      description: readText(variable, 'description', ''),
    })),
  };
}

function readCredential(value: unknown): Credential {
  const credential = readObject(value, 'A credential');
  return {
    kind: readChoice(credential, 'kind', ['other', 'bearer', 'basic', 'key']),
    name: readText(credential, 'name', ''),
    in: readChoice(credential, 'in', ['', 'header', 'query', 'cookie']),
  };
}

/**
 * Reads an operation from JSON, such as that of an earlier visit.
 *
 * @throws Error if it is damaged: one sentence with the reason
 */
export function readOperation(json: unknown): Operation {
  const object = readObject(json, 'The operation');
  const security = readMember(object, 'security');
  const method = readText(object, 'method', '');
  const path = readText(object, 'path', '');
  return {
    method,
    path,
    route: readText(object, 'route', `${method} ${path}`),
    summary: readText(object, 'summary', ''),
    description: readText(object, 'description', ''),
    deprecated: readFlag(object, 'deprecated', false),
    docs: readText(object, 'docs', ''),
    parameters: readList(object, 'parameters', readParameter),
    body: readBody(readMember(object, 'body')),
    servers: readList(object, 'servers', readServer),
    security: (Array.isArray(security) ? security : []).map((alternative: unknown) =>
      (Array.isArray(alternative) ? alternative : []).map(readCredential),
    ),
  };
}
