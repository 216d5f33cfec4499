/** Says of each tool whether a consumer sends it unchanged, changes or refuses it, and why, in classes that a table can show. */
import { isDeepStrictEqual } from 'node:util';

/** @typedef {{ name: string, description: string, inputSchema: object }} Tool */
/** @typedef {{ accepted?: true, error?: string, sent?: unknown }} Seen a line of the programs */
/** @typedef {Record<string, { tools: number, example: string }>} Classes */
/** @typedef {{ unchanged: number, changed: number, refused: number, changes: Classes, reasons: Classes }} Counts */

/** Keywords whose members are schemas by names of their own. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const VALUES = new Set(['enum', 'const', 'default', 'required', 'example', 'examples']);
const MOST_CLASSES = 12;
const LONGEST = 100;

/** Counts each keyword of a schema. @param {unknown} schema @param {Map<string, number>} [counts] */
function countKeywords(schema, counts = new Map()) {
  if (Array.isArray(schema)) for (const each of schema) countKeywords(each, counts);
  else if (typeof schema === 'object' && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (VALUES.has(key)) continue;
      countKeywords(NAMED.has(key) ? Object.values(Object(value)) : value, counts);
    }
  return counts;
}

/** @param {object} given @param {unknown} sent */
function compareSchemas(given, sent) {
  if (isDeepStrictEqual(given, sent)) return [];
  if (sent === undefined) return ['no schema'];
  const before = countKeywords(given);
  const after = countKeywords(sent);
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((keyword) => {
    const difference = (after.get(keyword) ?? 0) - (before.get(keyword) ?? 0);
    return difference === 0 ? [] : [`${difference < 0 ? 'loses' : 'adds'} \`${keyword}\``];
  });
  return changes.length > 0 ? changes : ['other values of keywords'];
}

/** The client of Google in Python writes keywords in its own case. @param {unknown} schema @returns {unknown} */
function unifyCase(schema) {
  if (Array.isArray(schema)) return schema.map(unifyCase);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const named = NAMED.has(key) && typeof value === 'object' && value !== null;
      const members = named ? Object.entries(value).map(([name, each]) => [name, unifyCase(each)]) : [];
      return [
        key.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
        named ? Object.fromEntries(members) : VALUES.has(key) ? value : unifyCase(value),
      ];
    }),
  );
}

/** Finds the tool in what each provider expects. @param {unknown} sent */
function readTool(sent) {
  const [first] = [sent].flat();
  const declaration = Object(first).functionDeclarations?.[0];
  const tool = declaration ?? Object(first).function ?? Object(first);
  const schema = tool.parametersJsonSchema ?? tool.parameters_json_schema ?? tool.input_schema ?? tool.inputSchema;
  const parameters = declaration === undefined ? tool.parameters : unifyCase(tool.parameters);
  return { name: tool.name, description: tool.description, schema: schema ?? parameters };
}

/** The same sentence for the same reason. @param {string} error */
export function describeReason(error) {
  const keywords = [...error.matchAll(/\.?([$\w]+)\n\s+Extra inputs are not permitted/g)].map(
    ([, name]) => `\`${name}\``,
  );
  if (keywords.length > 0) return `unknown ${[...new Set(keywords)].sort().join(', ')}`;
  const [sentence = ''] = error
    // pydantic's first two lines are the class and the place.
    .replace(/^\d+ validation errors? for [^]*?\n.*\n\s*(.*?) \[type=[^]*$/, '$1')
    .trim()
    .replaceAll(/\{.*\}|(?:json-schema:\/\/\/)?#\/[^\s"'`,)]*|(?<=\bpath=)\(.*\)|(?<=\b(?:path|tool) )"[^"]*"/g, '…')
    .replaceAll('"…"', '…')
    .split(/(?<=\S)[.;](?=\s|$)|\n/);
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : sentence.trim();
}

/** @param {Tool} tool @param {Seen} seen @returns {{ reason?: string, changes?: string[] }} */
export function classify({ name, description, inputSchema }, { accepted, error, sent }) {
  if (error !== undefined) return { reason: describeReason(error) };
  if (accepted) return { changes: [] };
  const tool = readTool(sent);
  return {
    changes: [
      ...(tool.name === name ? [] : ['the name']),
      ...((tool.description ?? '') === description ? [] : ['the description']),
      ...compareSchemas(inputSchema, tool.schema),
    ],
  };
}

/** @param {Classes} classes @param {string} key @param {string} example */
function add(classes, key, example) {
  const found = classes[key];
  if (found === undefined) classes[key] = { tools: 1, example };
  else found.tools += 1;
}

/** The most frequent ones. @param {Classes} classes @returns {Classes} */
const shorten = (classes) =>
  Object.fromEntries(
    Object.entries(classes)
      .sort(([one, { tools: first }], [other, { tools: second }]) => second - first || one.localeCompare(other, 'en'))
      .slice(0, MOST_CLASSES),
  );

/** @param {readonly Tool[]} tools @param {readonly Seen[]} seen @returns {Counts} */
export function count(tools, seen) {
  if (tools.length !== seen.length) throw new Error(`${seen.length} results of ${tools.length} tools`);
  /** @type {Counts} */
  const counts = { unchanged: 0, changed: 0, refused: 0, changes: {}, reasons: {} };
  for (const [index, tool] of tools.entries()) {
    const { reason, changes = [] } = classify(tool, seen[index] ?? {});
    if (reason !== undefined) add(counts.reasons, reason, tool.name);
    for (const change of changes) add(counts.changes, change, tool.name);
    counts[reason !== undefined ? 'refused' : changes.length > 0 ? 'changed' : 'unchanged'] += 1;
  }
  return { ...counts, changes: shorten(counts.changes), reasons: shorten(counts.reasons) };
}
