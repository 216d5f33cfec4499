import type { JsonObject } from '../../../../json/json.js';

const METHODS = new Set(['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'trace', 'connect', 'http']);

interface Block {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The blocks of a `.bru` text: `name {`, indented lines, `}` at the start of a line. */
function splitBlocks(text: string): readonly Block[] {
  const blocks: { name: string; lines: string[] }[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const start = open ? null : /^([\w:-]+)\s*[{[]\s*$/.exec(line);
    if (start) blocks.push({ name: start[1] ?? '', lines: [] });
    if (start) open = true;
    else if (/^[}\]]\s*$/.test(line)) open = false;
    else if (open) blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

/** `name: value` lines; `~` disables one, and `'''` surrounds a value of several lines. */
function readEntries(lines: readonly string[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, disabled, quoted, plain = '', first = ''] =
      /^\s*(~)?(?:"((?:[^"\\]|\\.)*)"|([^:]*?|:[^:]*?))\s*:(?:\s(.*)|)$/.exec(lines[at] ?? '') ?? [];
    const name = quoted?.replaceAll('\\"', '"') ?? plain.trim();
    if (name === '') continue;
    let value = first.trim();
    if (value.startsWith("'''")) {
      const rest = [value.slice(3)];
      while (!rest.at(-1)?.trimEnd().endsWith("'''") && at + 1 < lines.length) rest.push(lines[(at += 1)] ?? '');
      value = outdent(rest.filter((line) => line.trim() !== '')).replace(/\s*'''\s*$/, '');
    }
    entries.push({ name, value, enabled: disabled === undefined });
  }
  return entries;
}

function outdent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents, 80);
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trim();
}

/** Settings of a block by name. */
function readSettings(block: Block | undefined): JsonObject {
  return Object.fromEntries(readEntries(block?.lines ?? []).map(({ name, value }) => [name, value]));
}

function readBody(find: (name: string) => Block | undefined, mode: string): JsonObject {
  const text = (name: string) => {
    const block = find(name);
    return block && outdent(block.lines);
  };
  return {
    mode,
    json: text('body:json') ?? text('body'),
    text: text('body:text'),
    xml: text('body:xml'),
    sparql: text('body:sparql'),
    graphql: { query: text('body:graphql'), variables: text('body:graphql:vars') },
    formUrlEncoded: readEntries(find('body:form-urlencoded')?.lines ?? []),
    multipartForm: readEntries(find('body:multipart-form')?.lines ?? []),
  };
}

/** A request in the language of Bruno, in the shape of its JSON export; undefined if the text has none. */
export function readBruText(text: string): JsonObject | undefined {
  const blocks = splitBlocks(text);
  const find = (name: string) => blocks.find((block) => block.name === name);
  const start = blocks.find(({ name }) => METHODS.has(name));
  if (start === undefined) return undefined;
  const { url, body, auth, method } = readSettings(start);
  const params = (type: string) =>
    readEntries(find(`params:${type}`)?.lines ?? []).map((entry) => Object.assign({ type }, entry));
  const present = blocks.find(({ name }) => /^body:(?!graphql:vars)/.test(name))?.name.slice(5);
  const mode = typeof body === 'string' ? body : (present ?? (find('body') ? 'json' : 'none'));
  const authMode = typeof auth === 'string' ? auth : 'none';
  return {
    name: readSettings(find('meta'))['name'] ?? '',
    request: {
      method: typeof method === 'string' ? method : start.name,
      url,
      headers: readEntries(find('headers')?.lines ?? []),
      params: [
        ...params('query'),
        ...params('path'),
        ...(find('query')?.lines.length
          ? readEntries(find('query')?.lines ?? []).map((entry) => Object.assign({ type: 'query' }, entry))
          : []),
      ],
      body: readBody(find, mode),
      auth: { mode: authMode, [authMode]: readSettings(find(`auth:${authMode}`)) },
      vars: { req: readEntries(find('vars:pre-request')?.lines ?? []) },
      hasScripts: blocks.some(
        ({ name, lines }) =>
          /^(?:script:|tests|assert|vars:post)/.test(name) && lines.some((line) => line.trim() !== ''),
      ),
    },
  };
}

/** Whether a text is in the language of Bruno: it has a block of a method, or one that names the request. */
export function isBruText(text: string): boolean {
  return (
    /^(?:meta|get|post|put|delete|patch|options|head|http)\s*\{\s*$/m.test(text) &&
    /^\s+(?:url|name|type)\s*:/m.test(text) &&
    /^\}/m.test(text)
  );
}
