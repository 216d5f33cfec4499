/**
 * What providers publish about tools, or answer with a status of 400. The strictest provider decides: the keys of `properties` and the
 * names are Anthropic's and OpenAI's patterns, the length of a description and the sizes are OpenAI's.
 */

/** @typedef {import('./main.mjs').Tool} Tool */

const MOST_DESCRIPTION = 1024;
const MOST_PROPERTIES = 5000;
const MOST_TEXT = 120_000;
const NAMES = new Set(['properties', '$defs']);

/** Counts the members, and the characters of names and enums. @param {unknown} schema */
function measure(schema) {
  let properties = 0;
  let text = 0;
  for (const [key, value] of Object.entries(Object(schema))) {
    if (key === 'enum') text += JSON.stringify(value).length;
    if (typeof value !== 'object' || key === 'enum' || key === 'default') continue;
    if (NAMES.has(key)) text += Object.keys(value).join('').length;
    if (key === 'properties') properties += Object.keys(value).length;
    for (const each of NAMES.has(key) ? Object.values(value) : [value].flat()) {
      const inner = measure(each);
      properties += inner.properties;
      text += inner.text;
    }
  }
  return { properties, text };
}

/** @type {Readonly<Record<string, (tool: Tool) => boolean>>} whether a tool breaks a rule */
const RULES = {
  'the name of the tool (OpenAI, Anthropic)': ({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name),
  'the first character of the name (Google)': ({ name }) => !/^[a-zA-Z_]/.test(name),
  'the name of an argument (Anthropic)': ({ inputSchema }) =>
    Object.keys(Object(inputSchema['properties'])).some((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key)),
  'the length of the description (OpenAI)': ({ description }) => description.length > MOST_DESCRIPTION,
  'no type "object" at the top': ({ inputSchema }) => inputSchema['type'] !== 'object',
  'alternatives at the top (OpenAI, Anthropic)': ({ inputSchema }) =>
    ['anyOf', 'allOf', 'oneOf', 'not', 'enum'].some((keyword) => keyword in inputSchema),
  'the number of members (OpenAI)': ({ inputSchema }) => measure(inputSchema).properties > MOST_PROPERTIES,
  'the length of names and enums (OpenAI)': ({ inputSchema }) => measure(inputSchema).text > MOST_TEXT,
};

/** @type {import('./main.mjs').Consumer} */
export const rules = {
  kind: 'checks',
  run: (tools) => {
    const broken = Object.keys(RULES).filter((name) => tools.some((tool) => RULES[name]?.(tool)));
    if (broken.length > 0) throw new Error(broken.join(', '));
  },
};
