/** The tables of the method QUERY: which servers route it, and what clients do with it at redirects. */
import { readFileSync } from 'node:fs';
import { formatTable } from '../../dev/support/marked.mjs';
import { code } from './cells.mjs';
import { arrivedOf, isRight, titleOf } from './results.mjs';

/** @typedef {import('./results.mjs').Result} Result */
/** @typedef {import('./query-method.mjs').Outcome} Outcome */
/** @typedef {{ name: string, version: string, setting?: string, outcomes: Record<string, Outcome> }} Client */

/** @type {Record<string, Client[]>} by language */
const CLIENTS = JSON.parse(readFileSync(new URL('clients/results.json', import.meta.url), 'utf8'));
const STATUSES = ['301', '302', '303', '307', '308'];

/** @param {readonly string[]} header @param {readonly { title: string, cells: string[] }[]} rows of equal cells become one */
function formatGrouped(header, rows) {
  /** @type {Map<string, { titles: string[], cells: string[] }>} */
  const groups = new Map();
  for (const { title, cells } of rows) {
    const { titles } = groups.get(cells.join('\n')) ?? { titles: [] };
    groups.set(cells.join('\n'), { titles: [...titles, title], cells });
  }
  const sorted = [...groups.values()].toSorted((one, other) => other.titles.length - one.titles.length);
  return formatTable([header, ...sorted.map(({ titles, cells }) => [titles.join(', ')].concat(cells))]);
}

/** @param {Outcome | undefined} outcome */
function describeOutcome({ sent, error } = { sent: undefined }) {
  if (!sent) return error === undefined ? 'not followed' : 'error';
  if (sent.method === 'QUERY') return sent.body ? 'QUERY' : 'QUERY without body';
  return sent.body ? `${sent.method} with body` : sent.method;
}

/** What a route of GET does with a QUERY. @param {Result} result */
function describeOther(result) {
  const { status } = arrivedOf(result, 'query to a route of GET');
  return status === 200 ? '200, by the same handler' : status === 0 ? 'no response' : String(status);
}

/** @param {readonly import('./results.mjs').Results[]} all */
export function writeQueryMethod(all) {
  const results = all.flatMap(({ receivers }) => receivers);
  const routed = results.filter(({ query }) => query !== undefined);
  const readers = routed.filter((result) => isRight(result, 'query'));
  const failed = routed.filter((result) => !isRight(result, 'query'));
  const listed = new Map(results.filter(({ list }) => list !== undefined).map((result) => [titleOf(result), result]));
  /** @param {Result} result */
  const describeFailure = (result) => {
    const { status, value } = arrivedOf(result, 'query');
    const outcome = status === 200 ? `arrives as ${code(JSON.stringify(value))}` : `status ${status}`;
    return `- ${titleOf(result)}, ${code(result.query ?? '')}: ${outcome}`;
  };
  return [
    `These ${readers.length} servers route a QUERY and read its JSON body:`,
    '',
    formatTable([['Server', 'Handler'], ...readers.map((result) => [titleOf(result), code(result.query ?? '')])]),
    '',
    "These don't read it:",
    '',
    ...failed.map(describeFailure),
    '',
    'A route of GET gives these statuses to a QUERY:',
    '',
    formatGrouped(
      ['Servers', 'Status'],
      [...listed].map(([title, result]) => ({ title, cells: [describeOther(result)] })),
    ),
    '',
    'RFC 10008 repeats a QUERY with its body at 301, 302, 307 and 308, and sends GET at 303. Clients send this next:',
    '',
    formatGrouped(
      ['Clients', ...STATUSES],
      Object.entries(CLIENTS).flatMap(([language, clients]) =>
        clients.map(({ name, version, setting, outcomes }) => ({
          title: `${name} ${version} (${setting === undefined ? language : code(setting)})`,
          cells: STATUSES.map((status) => describeOutcome(outcomes[status])),
        })),
      ),
    ),
  ].join('\n');
}
