import type { Explain, Explanation, UrlRun } from 'endpoint.js/explain';
import type { EndpointOptions } from 'endpoint.js';
import { urlStart } from './form.js';

/** An explanation whose url goes as far as the route can be read. */
export interface Known {
  readonly explanation: Explanation;
  /** The end of the route that isn't in the url yet, as it was typed; empty if the whole route is. */
  readonly unread: string;
}

/** Whether a run is written by the route itself: the parameters of the query follow only when the route is complete. */
function isOfRoute({ source: { kind } }: UrlRun): boolean {
  return kind !== 'parameter';
}

/** Whether an explanation of the route's beginning numbers its expressions as that of the whole route. */
function isBeginning(beginning: Explanation, whole: Explanation): boolean {
  return (
    beginning.expressions.length === whole.expressions.length &&
    beginning.expressions.every(({ text, start }, index) => {
      const same = whole.expressions[index];
      return same?.text === text && same.start === start;
    })
  );
}

interface Explained {
  readonly explain: Explain;
  readonly route: string;
  readonly options: EndpointOptions;
  readonly explanation: Explanation;
}

let latest: Explained | undefined;

/** Whether two options have the same members; equal objects in them may count as others. */
function hasSameMembers(one: EndpointOptions, other: EndpointOptions): boolean {
  const keys = Reflect.ownKeys(one);
  return (
    keys.length === Reflect.ownKeys(other).length &&
    keys.every((key) => Object.is(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

/** Explains the beginning of a route: it stays the same while an expression is typed after it. */
function explainBeginning(explain: Explain, route: string, options: EndpointOptions): Explanation {
  if (latest?.explain === explain && latest.route === route && hasSameMembers(latest.options, options))
    return latest.explanation;
  const explanation = explain(route, options);
  latest = { explain, route, options, explanation };
  return explanation;
}

/**
 * The explanation of a route, with the url of its readable beginning while the route is malformed. An earlier url is never shown
 * instead: its pieces would belong to another route.
 */
export function explainKnown(explain: Explain, route: string, options: EndpointOptions): Known {
  if (route.trim() === '') return { explanation: explain(options), unread: '' };
  const explanation = explain(route, options);
  if (explanation.error === undefined || explanation.url.length > 0) return { explanation, unread: '' };
  const url = urlStart(route);
  const end = explanation.problem?.at?.start ?? 0;
  if (end > url) {
    const beginning = explainBeginning(explain, route.slice(0, end), options);
    const known = beginning.url.filter(isOfRoute);
    if (known.length > 0 && isBeginning(beginning, explanation)) {
      const { expressions, parameters } = beginning;
      return { explanation: { ...explanation, url: known, expressions, parameters }, unread: route.slice(end) };
    }
  }
  const hasMethod = explanation.tokens.some(({ kind }) => kind === 'method');
  return { explanation, unread: route.slice(hasMethod ? url : 0) };
}
