import { parameterLocation } from '../options.js';
import { isBodiless, METHODS } from '../request/route.js';
import { isOption } from '../request/option-checks.js';
import { DOT_SEGMENT } from '../request/path.js';
import { findLoneSurrogate } from '../template/encode.js';
import { hasOwn, isPlainObject } from '../template/values.js';
import { listStrays, listUnfilled, type Context } from './context.js';
import { leaveOut, rename, set, setOption, rewrite, sendIn } from './edits.js';
import type { ExplainedParameter, Span } from './explanation.js';
import type { ErrorFix } from './rules.js';
import { findSimilar, similarName } from './similar-names.js';

/** The parameter of a name, among those given in one way or in any. */
function findParameter({ parameters }: Context, name: string, way?: ExplainedParameter['given']) {
  return parameters.find((candidate) => candidate.name === name && (way === undefined || candidate.given === way));
}

/** A variable as other routers write it: `{id:int}`, `{id?}`, `{id=5}`, `{*path}`, `{path:path}`. */
const PATTERN = /^\{(\*{0,2})([a-z_]\w*)(?:(\?)|[:=]([^{}]*))?\}$/i;

/** The span of a malformed template to replace, and the text that makes it a template. */
function repairTemplate(text: string, { start, end }: Span) {
  const malformed = text.slice(start, end);
  if (text.startsWith('{{', start)) {
    const [all, inner] = /^\{\{([^{}]*)\}\}/.exec(text.slice(start)) ?? [];
    return all === undefined ? undefined : { start, end: start + all.length, text: `{${inner}}` };
  }
  if (malformed === '{') {
    const [name = ''] = /^[+#./;?&]?[\w.*,-]+/.exec(text.slice(end)) ?? [];
    return { start, end: end + name.length, text: name && `{${name}}` };
  }
  if (malformed === '}' || malformed === '{}') return { start, end, text: '' };
  const [, stars, name, optional, constraint] = PATTERN.exec(malformed) ?? [];
  if (optional && text[start - 1] === '/') return { start: start - 1, end, text: `{/${name}}` };
  if (name) return { start, end, text: stars || constraint === 'path' ? `{+${name}}` : `{${name}}` };
  const [, operator, inner] = /^\{([=,!@|]?)(.*)\}$/s.exec(malformed) ?? [];
  if (operator) return { start, end, text: `{${inner}}` };
  const trimmed = malformed.replace(/\s+/g, '');
  if (inner !== undefined && trimmed !== malformed) return { start, end, text: trimmed };
  return inner === undefined && malformed && findLoneSurrogate(malformed) < 0
    ? { start, end, text: encodeURIComponent(malformed) }
    : undefined;
}

/** The fixes of errors. The first one of a code that applies is offered. */
export const ERROR_FIXES: readonly ErrorFix[] = [
  {
    /**
     * @when a parameter's name is close to the missing one
     * @fix rename it
     */
    code: 'missing-parameter',
    fix({ parameter }, context) {
      const stray = findSimilar(parameter, listStrays(context));
      return stray && rename(stray, parameter);
    },
  },
  {
    /**
     * @when a value has the path segment `.` or `..`
     * @fix leave the segment out
     */
    code: 'unsafe-value',
    fix({ parameter: names }, { parameters }) {
      const [name] = names.split(',');
      const parameter = parameters.find((candidate) => candidate.name === name && candidate.places.includes('path'));
      if (!parameter) return undefined;
      const { value } = parameter;
      const keep = (segment: unknown) => typeof segment !== 'string' || DOT_SEGMENT.exec(segment)?.[1] !== segment;
      const safe = Array.isArray(value)
        ? value.filter(keep)
        : typeof value === 'string'
          ? value.split('/').filter(keep).join('/')
          : undefined;
      return safe?.length ? setOption(`Leave "." and ".." out of "${name}"`, parameter.path, safe) : undefined;
    },
  },
  {
    /**
     * @when a parameter has the name of an option that the route sets
     * @fix send it in the query or body
     */
    code: 'duplicate-parameter',
    fix({ parameter: name }, { call, results }) {
      if (!isOption(name) || name === 'data' || !hasOwn(call.options ?? {}, name)) return undefined;
      const location = isBodiless(results.method) ? 'query' : 'body';
      return {
        label: `Send "${name}" in the ${location}`,
        edits: [{ kind: 'remove', path: [name] }, set([parameterLocation, location, name], call.options?.[name])],
      };
    },
  },
  {
    /**
     * @when a parameter is passed twice, or the url has it already
     * @fix leave it out
     */
    code: 'duplicate-parameter',
    fix({ parameter: name }, context) {
      const duplicate = findParameter(context, name, 'plain') ?? findParameter(context, name);
      return duplicate && (name === 'data' || !isOption(name)) ? leaveOut(duplicate) : undefined;
    },
  },
  {
    /**
     * @when `endpoint.in.path` has a name that the path lacks
     * @fix rename the parameter, or leave it out
     */
    code: 'unsent-parameter',
    fix({ parameter: name }, context) {
      const inPath = findParameter(context, name, 'path');
      if (!inPath || name === 'in.body') return undefined;
      const placeholder = findSimilar(name, listUnfilled(context));
      return placeholder ? rename(inPath, placeholder.name) : leaveOut(inPath);
    },
  },
  {
    /**
     * @when the method has no place for a parameter
     * @fix send it in the query
     */
    code: 'unsent-parameter',
    fix({ parameter: name }, context) {
      if (name === 'in.body') return sendIn('query', ...context.parameters.filter(({ given: way }) => way === 'body'));
      const stray = findParameter(context, name, 'plain');
      return stray && sendIn('query', stray);
    },
  },
  {
    /**
     * @when `:3` cuts a list or an object
     * @fix drop it
     */
    code: 'invalid-template',
    fix({ parameter, at }, context) {
      if (!at || parameter === 'url') return undefined;
      const spans = context.expressions.flatMap(({ varspecs }) =>
        varspecs
          .filter(({ name, prefix }) => prefix && name === parameter)
          .map(({ start, end }) => ({ start: start + parameter.length, end })),
      );
      const [first] = spans;
      return first && rewrite(context, `Drop "${context.route.slice(first.start, first.end)}"`, spans, '');
    },
  },
  {
    /**
     * @when braces don't match, or hold text that isn't a variable
     * @fix fix or drop them
     */
    code: 'invalid-template',
    fix({ parameter, at }, context) {
      if (!at || (parameter && parameter !== 'url')) return undefined;
      const repair = repairTemplate(context.route, at);
      if (!repair) return undefined;
      const { start, end, text } = repair;
      const label = text ? `Write "${text}"` : `Drop "${context.route.slice(start, end)}"`;
      return rewrite(context, label, [repair], text);
    },
  },
  {
    /**
     * @when the method is mistyped
     * @fix write it correctly
     */
    code: 'invalid-method',
    fix({ at }, context) {
      const word = at ? context.route.slice(at.start, at.end) : context.call.options?.method;
      const method = typeof word === 'string' && similarName(word.toLowerCase(), METHODS)?.toUpperCase();
      if (!method) return undefined;
      const label = `Write "${method}"`;
      return at ? rewrite(context, label, [at], method) : setOption(label, ['method'], method);
    },
  },
  {
    /**
     * @when the value of a header has a line break
     * @fix write it on one line
     */
    code: 'invalid-header',
    fix({ parameter }, { call }) {
      const headers = call.options?.headers;
      if (!isPlainObject(headers)) return undefined;
      const [key, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === parameter) ?? [];
      if (key === undefined || typeof value !== 'string') return undefined;
      const line = value.replace(/[\0\r\n]+/g, ' ').trim();
      return setOption(`Write "${parameter}" on one line`, ['headers', key], line);
    },
  },
];
