// Two tools instead of hundreds: one finds operations by words, the other calls one.
import { callTool } from './call.mjs';

/** @typedef {import('endpoint.js/tools').Tool} Tool */
/** @typedef {import('endpoint.js/tools').Tools} Tools */

/** Words for methods, which many descriptions lack. @type {Record<string, string>} */
const VERBS = {
  GET: 'get list read show find',
  POST: 'create add new send',
  PUT: 'set update change replace add',
  PATCH: 'set update change edit',
  DELETE: 'delete remove',
};
const NOISE = new Set('a an and for from in is it my of on the to what which who with'.split(' '));
const MAX_FOUND = 5;
/** The most characters of definitions; a tool beyond them is found without its schema. */
const MAX_TEXT = 40_000;
/** How much more a word of the name, title or tags says than one of the description. */
const HEADING = 3;

/** The stems of words. @param {string} text */
const readWords = (text) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !NOISE.has(word))
      .map((word) => word.replace(/(?<=\w{3})(?:ions?|ing|ed|ies|es|s|e|y)$/, '')),
  );

/** Makes a function that finds the tools of a query, the best first. @param {Tools} api @returns {(query: string) => Tool[]} */
export function createSearch({ tools, operation }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const entries = tools.map((tool) => {
    const { name, description, annotations } = tool;
    const { method, tags } = operation(name);
    const heading = readWords([name, annotations.title, ...tags].join(' '));
    const words = readWords([...heading, description, VERBS[method]].join(' '));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { tool, heading, words };
  });
  /** Rare words say more. @param {Iterable<string>} words */
  const weigh = (words) =>
    Array.from(words, (word) => Math.log(1 + tools.length / (counts.get(word) ?? Infinity))).reduce((a, b) => a + b, 0);
  return (query) => {
    const asked = [...readWords(query)];
    return entries
      .map(({ tool, heading, words }) => {
        const found = asked.filter((word) => words.has(word));
        const named = asked.filter((word) => heading.has(word));
        const score = (weigh(found) + (HEADING - 1) * weigh(named)) / Math.cbrt(weigh(heading));
        return { tool, score: tool.name === query ? Infinity : score };
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MAX_FOUND)
      .map(({ tool }) => tool);
  };
}

/** Writes the definitions of tools. @param {readonly Tool[]} tools */
function describe(tools) {
  let size = 0;
  return JSON.stringify(
    tools.map(({ name, description, inputSchema }, index) => {
      size += JSON.stringify(inputSchema).length;
      return { name, description, ...((index === 0 || size <= MAX_TEXT) && { inputSchema }) };
    }),
  );
}

const text = { type: 'string' };
const SEARCH = {
  name: 'search_tools',
  description: `Finds tools by words. Returns ${MAX_FOUND} of them with the schemas of their arguments, for call_tool. The name of a tool finds it.`,
  inputSchema: { type: 'object', properties: { query: text }, required: ['query'], additionalProperties: false },
  annotations: { readOnlyHint: true },
};
const CALL = {
  name: 'call_tool',
  description: 'Calls a tool that search_tools has found.',
  inputSchema: {
    type: 'object',
    properties: { name: text, arguments: { type: 'object', description: 'As the schema of the tool says.' } },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true },
};

/** The two tools, and a function that calls them as `callTool` does. @param {Tools} api */
export function createSearchTools(api) {
  const search = createSearch(api);
  return {
    tools: [SEARCH, CALL],
    /** @param {string} name @param {any} args @param {import('./call.mjs').CallOptions} [options] */
    call: async (name, args, options) => {
      if (name === CALL.name) return callTool(api, args?.name, args?.arguments, options);
      const found = search(String(args?.query));
      return found.length > 0
        ? { text: describe(found), isError: false }
        : { text: 'No tool has these words; use others.', isError: true };
    },
  };
}
