import type { ApiOperation, ApiParameter } from '../openapi/api.js';
import type { ApiDocument, Located } from '../openapi/document.js';
import { allowsType, hasPart } from '../openapi/schema.js';
import { isOfQuery } from '../template/ast.js';
import type { Placeholders } from '../openapi/placeholders.js';
import type { Method } from '../options.js';
import { isCredentialName } from '../request/header-fields.js';
import type { Argument, ReadContext } from './argument.js';
import { readBody, type Arguments } from './body.js';
import { listFields } from './forms.js';
import { DEPRECATED } from './parts.js';
import { createText, MAX_NESTING } from './schemas.js';
import {
  findAbsence,
  findEnd,
  findPathProblem,
  findTextProblem,
  isJsonType,
  writeJson,
  writeSimple,
} from './values.js';

/** The deepest nesting of objects and lists in a query, where the items of lists have their index. */
const MAX_INDEXED_NESTING = 6;

/** Headers that the sender of a request writes, and those that change its target or method at some servers. */
const NEVER =
  /^(?:authorization|cookie2?|set-cookie2?|proxy-.*|sec-.*|accept|content-(?:type|length|encoding)|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|forwarded|x-forwarded-.*|x-(?:http-)?method(?:-override)?|x-(?:original|rewrite)-url)$/i;

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether a header or query parameter carries credentials, as its name or description says. In a query, passwords and tokens are data too. */
const isCredential = ({ in: place, name, description = '' }: ApiParameter): boolean =>
  place === 'query'
    ? /(?:access|api|auth|bearer|oauth)[-_]?(?:key|token)$/i.test(name)
    : place === 'header' &&
      (isCredentialName(name) ||
        /(?:auth|token)$/i.test(name) ||
        /\b(?:access token|api key|bearer|credentials?|password|secret)\b/i.test(description));

type Read = Pick<Argument, 'written' | 'findProblem' | 'spread' | 'write'>;

/** How deep objects in a value may be nested, whose members would be names of the query; infinite where they are in its value. */
function findNesting({ in: place, mediaType, expression, isObject, style, explode, text }: ApiParameter): number {
  if (place !== 'query' || mediaType !== undefined || (expression !== undefined && !explode)) return Infinity;
  if (text && style === 'deepObject') return MAX_INDEXED_NESTING;
  if (text && explode) return 0;
  return isObject && style === 'form' && explode ? 0 : MAX_NESTING;
}

/** Whether a schema allows lists whose items have members, which nothing but a body and JSON can hold. */
const allowsNested = (document: ApiDocument, schema: Located): boolean =>
  hasPart(document, schema, (list) => allowsType(document, document.at(list, 'items'), 'array', 'object'));

/** Reads a parameter; undefined for one that isn't an argument, text for the reason why it can't be one. */
function readParameter(parameter: ApiParameter, context: ReadContext): Read | string | undefined {
  const { name, in: place, isWholeQuery, mediaType, text: isText, schema, explode, deprecated } = parameter;
  const description = (deprecated ? DEPRECATED : '') + (parameter.description ?? '');
  if (isWholeQuery) return 'its value would be the whole query';
  if (place === 'header' && context.defaults.has(name.toLowerCase())) return undefined;
  const isSecret = context.credentials.has(`${place} ${name.toLowerCase()}`) || isCredential(parameter);
  if (isSecret || place === 'cookie' || (place === 'header' && NEVER.test(name))) {
    const reason = isSecret ? 'carries credentials' : place === 'header' ? "is the sender's" : 'is a cookie';
    const fix = place === 'query' ? '; add it to the built url' : '; set it in settings.headers';
    context.warn(`${name} ${reason}, so it isn't an argument${isSecret || place === 'cookie' ? fix : ''}.`);
    return undefined;
  }
  if (place === 'header' && !TOKEN.test(name)) return 'its name is no name of a header';
  const isJson = mediaType !== undefined && isJsonType(mediaType);
  const isSpread = isText && place === 'query' && mediaType === undefined;
  if (isText && !isJson && !isSpread)
    return { written: createText(description), ...(place === 'path' && { findProblem: findPathProblem }) };
  const nesting = findNesting(parameter);
  if (nesting === Infinity && !isJson && allowsNested(context.document, schema))
    return 'the items of its lists have members';
  const written = context.writer.write(schema, description, nesting);
  if (!written) return nesting === Infinity ? 'its schema allows nothing' : 'its members would be names of the query';
  if (isJson) return { written, write: writeJson };
  if (place === 'path') return { written, findProblem: findPathProblem };
  if (isSpread) return { written, spread: (value) => listFields(name, value, parameter) };
  if (place === 'query') return { written };
  return { written, findProblem: findTextProblem, write: (value) => writeSimple(name, value, explode) };
}

/** An argument that can't end its segment, path or parameter, where the route, which keeps reserved characters, has `{+name}`. */
function keepEnds(argument: Argument, parameters: readonly ApiParameter[], { path, query }: Placeholders): Argument {
  const { name, place, findProblem } = argument;
  const isKept = place === 'path' && path.get(name) === '+';
  const isSegment =
    isKept &&
    parameters.some(
      (one) => one.in === place && one.name === name && one.expression?.startsWith('{+') && !one.multiSegment,
    );
  const end = isSegment ? 'segment' : isKept ? 'path' : place !== 'header' && query.get(name) === '+' && 'parameter';
  return end ? { ...argument, findProblem: (value) => findProblem?.(value) ?? findEnd(value, end) } : argument;
}

/** Reads the arguments of an operation; undefined, with a warning, where a required one can't be one. */
export function readArguments(operation: ApiOperation, context: ReadContext): Arguments | undefined {
  const list: Argument[] = [];
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter;
    const known = context.shared.get(parameter);
    if (known) {
      list.push(known);
      continue;
    }
    const read = readParameter(parameter, context);
    if (typeof read === 'string') {
      if (required) {
        context.warn(`is no tool: ${name} is required, but ${read}.`);
        return undefined;
      }
      context.warn(`${name} is left out: ${read}.`);
    } else if (read) {
      // The builder leaves out what is empty.
      const findProblem = required
        ? (value: unknown) =>
            (value === null || read.write !== writeJson ? findAbsence(value) : undefined) ?? read.findProblem?.(value)
        : read.findProblem;
      const argument = { name, place: place as Argument['place'], required, ...read, findProblem };
      context.shared.set(parameter, argument);
      list.push(argument);
    }
  }
  list.push(...readPlaceholders(context.placeholders, list));
  const body = operation.body && readBody(operation.body, operation.method.toLowerCase() as Method, context);
  if (operation.body?.required && !body) return undefined;
  const guarded = list.map((argument) => keepEnds(argument, operation.parameters, context.placeholders));
  return { list: [...guarded, ...(body?.list ?? [])], body: body?.body };
}

/** The placeholders that the document has no parameter for. */
function readPlaceholders({ path, query }: Placeholders, list: readonly Argument[]): Argument[] {
  const known = new Set(list.map(({ name, place }) => place === 'path' && name));
  return [...path, ...query].flatMap(([name, operator]): Argument | [] =>
    known.has(name) || isOfQuery(operator)
      ? []
      : { name, place: 'path', required: true, written: createText(), findProblem: findPathProblem },
  );
}
