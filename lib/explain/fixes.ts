import { parameterLocation } from '../options.js';
import { isBodiless, METHODS } from '../request/route.js';
import { DOT_SEGMENT } from '../request/path.js';
import { findLoneSurrogate } from '../template/encode.js';
import { hasOwn } from '../template/values.js';
import { listStrays, listUnfilled, moveSpan } from './context.js';
import { leaveOut, rename, set, setOption, rewrite, sendIn } from './edits.js';
import type { Span } from './explanation.js';
import type { ErrorFix } from './rules.js';
import { findSimilar, similarName } from './similar-names.js';

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
    fix({ explained }) {
      const { name, value, path = [] } = explained ?? {};
      const keep = (segment: unknown) => typeof segment !== 'string' || DOT_SEGMENT.exec(segment)?.[1] !== segment;
      const safe = Array.isArray(value)
        ? value.filter(keep)
        : typeof value === 'string'
          ? value.split('/').filter(keep).join('/')
          : undefined;
      return safe?.length ? setOption(`Leave "." and ".." out of "${name}"`, path, safe) : undefined;
    },
  },
  {
    /**
     * @when a parameter has the name of an option that the route sets
     * @fix send it in the query or body
     */
    code: 'duplicate-parameter',
    fix({ parameter: name, explained }, { call, results }) {
      if (explained || name === 'data' || !hasOwn(call.options ?? {}, name)) return undefined;
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
    fix: ({ explained }) => explained && leaveOut(explained),
  },
  {
    /**
     * @when `endpoint.in.path` has a name that the path lacks
     * @fix rename the parameter, or leave it out
     */
    code: 'unsent-parameter',
    fix({ parameter: name, explained }, context) {
      if (explained?.given !== 'path') return undefined;
      const placeholder = findSimilar(name, listUnfilled(context));
      return placeholder ? rename(explained, placeholder.name) : leaveOut(explained);
    },
  },
  {
    /**
     * @when the method has no place for a parameter
     * @fix send it in the query
     */
    code: 'unsent-parameter',
    fix({ parameter: name, explained }, { parameters }) {
      const moved =
        name === 'in.body' ? parameters.filter(({ given: way }) => way === 'body') : explained ? [explained] : [];
      return moved[0] && sendIn('query', ...moved);
    },
  },
  {
    /**
     * @when `:3` cuts a list or an object
     * @fix drop it
     */
    code: 'invalid-template',
    fix({ explained }, context) {
      const prefixes = context.tokens.filter(
        ({ kind, text }, index, { [index - 1]: before }) =>
          kind === 'modifier' && text !== '*' && before?.text === explained?.name,
      );
      return (
        prefixes[0] &&
        rewrite(
          context,
          `Drop "${prefixes[0].text}"`,
          prefixes.map((prefix) => moveSpan(prefix)),
          '',
        )
      );
    },
  },
  {
    /**
     * @when braces don't match, or hold text that isn't a variable
     * @fix fix or drop them
     */
    code: 'invalid-template',
    fix({ at, explained }, context) {
      if (!at || explained) return undefined;
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
    fix({ parameter, path = [] }, { call }) {
      const value = call.options?.headers?.[path[1] as never] as unknown;
      if (typeof value !== 'string') return undefined;
      const line = value.replace(/[\0\r\n]+/g, ' ').trim();
      return setOption(`Write "${parameter}" on one line`, path, line);
    },
  },
];
