import { isPlainObject } from '../../template/values.js';
import { findSpan, listStrays, listUnfilled } from '../context.js';
import type { ExplainedParameter } from '../explanation.js';
import { leaveOut, rename, sendIn } from '../edits.js';
import { findParameters, type Warning } from '../rules.js';
import { writesNothing } from '../sentences.js';
import { findSimilar } from '../similar-names.js';

/** The placeholders without a value that are compared with names at most. */
const MAX_PLACEHOLDERS = 50;
const LONG_TEXT = 200;
const PAGING = /^(?:page|per_?page)$/i;

/** Methods whose requests usually have a body. */
const WITH_BODY = /^(?:post|put|patch)$/;

/** Whether a parameter that is passed by its name alone is in the body. */
const isPlainInBody = ({ given: way, places }: ExplainedParameter) => way === 'plain' && places.includes('body');

/** Warnings of parameters in another place than the caller expects. */
export const PARAMETER_WARNINGS: readonly Warning[] = [
  {
    /**
     * @when a parameter is named almost like a placeholder without a value
     * @fix rename it
     */
    code: 'did-you-mean',
    find(context) {
      const found = [];
      let strays = listStrays(context);
      const { error } = context;
      const missing = error?.code === 'missing-parameter' ? error.parameter : undefined;
      // The parameter of the error has a fix already.
      const unfilled = listUnfilled(context).filter(({ name }) => name !== missing);
      for (const placeholder of strays.length ? unfilled.slice(0, MAX_PLACEHOLDERS) : []) {
        const explained = findSimilar(placeholder.name, strays);
        if (!explained) continue;
        const { name: parameter, layer } = explained;
        const target = placeholder.name;
        strays = strays.filter(({ name }) => name !== parameter);
        found.push({
          parameter,
          at: findSpan(context, context.parameters.indexOf(placeholder)),
          layer,
          explained,
          sentence: `\`${parameter}\` is passed, but the url names \`${target}\`, which has no value: did you mean \`${target}\`?`,
          fix: () => rename(explained, target),
        });
      }
      return found;
    },
  },
  {
    /**
     * @when `data` or `endpoint.in` leaves no place for a parameter
     * @fix use the query, or leave it out
     */
    code: 'unused-parameter',
    find(context) {
      const { error, results, options } = context;
      return findParameters(context, (explained) => {
        const { name, given: way, places, value, sentence } = explained;
        if (error || way !== 'plain' || places.length || writesNothing(value)) return undefined;
        const isNamed = results.target?.variables.has(name);
        const fix = () => (isNamed ? leaveOut(explained) : sendIn('query', explained));
        return (isNamed || options.data !== undefined) && { sentence, fix };
      });
    },
  },
  {
    /**
     * @when `page` or `per_page` is in a body
     * @fix send it in the query
     */
    code: 'query-in-body',
    find: (context) =>
      findParameters(context, (explained) => {
        const { name, value } = explained;
        return (
          isPlainInBody(explained) &&
          PAGING.test(name) &&
          typeof value !== 'object' && {
            sentence: `\`${name}\` went to the JSON body; most APIs expect it in the query, with any method.`,
            fix: () => sendIn('query', explained),
          }
        );
      }),
  },
  {
    /** @when a default that the url doesn't name is in a body */
    code: 'default-in-body',
    find: (context) =>
      findParameters(
        context,
        (explained) =>
          isPlainInBody(explained) &&
          explained.layer?.kind === 'defaults' && {
            sentence: `The default \`${explained.name}\` went to the body, because the url does not name it; in endpoint.in.path it applies only where the url names it.`,
          },
      ),
  },
  {
    /**
     * @when `endpoint.in` puts an object or a long text in the query of a POST, PUT or PATCH
     * @fix send it in the body
     */
    code: 'body-in-query',
    find: (context) =>
      findParameters(context, (explained) => {
        const { name, given: way, expressions, places, value } = explained;
        const isText = typeof value === 'string' && (value.length > LONG_TEXT || value.includes('\n'));
        const isRemaining = way === 'query' && !expressions.length && places.length > 0;
        return (
          WITH_BODY.test(context.results.method ?? '') &&
          isRemaining &&
          (isText || isPlainObject(value)) && {
            sentence: `\`${name}\` went to the query, where endpoint.in puts it; an object or a long text usually belongs in the body.`,
            fix: () => sendIn('body', explained),
          }
        );
      }),
  },
];
