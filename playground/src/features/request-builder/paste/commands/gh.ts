import { EMPTY_FORM, readTemplate } from '../../model/form.js';
import { appendQuery, Draft, writeQuery, type Findings, type Found } from '../reading.js';
import { findCalls, type ProgramCall } from '../shells/commands.js';
import { setMember } from './members.js';

const IGNORED_WITH_VALUE = new Set(['-q', '--jq', '-t', '--template', '--cache']);

class GhDraft extends Draft {
  endpoint: string | undefined;
  fields: [name: string, value: unknown][] = [];
  previews: string[] = [];
  hostname: string | undefined;
  input: string | undefined;
  hasInput = false;
  /** Whether a field's value is in a file. */
  hasFile = false;
}

function splitField(text: string): [name: string, value: string] {
  const [, name = text, value = ''] = /^([^=]*)=([^]*)$/.exec(text) ?? [];
  return [name, value];
}

/** `-F` converts `true`, `false`, `null` and integers. */
function convertField(draft: GhDraft, [name, value]: [string, string]): void {
  const constant = { true: true, false: false, null: null }[value];
  const filled = /^(?:\{(owner|repo|branch)\}|:(owner|repo|branch))$/.exec(value);
  if (filled) draft.fields.push([name, `{{${filled[1] ?? filled[2] ?? ''}}}`]);
  else if (value.startsWith('@')) {
    draft.hasFile = true;
    draft.omit(`The file ${value.slice(1)} with the value of “${name}” isn’t read.`);
  } else if (constant !== undefined) draft.fields.push([name, constant]);
  else draft.fields.push([name, /^-?\d{1,15}$/.test(value) ? Number(value) : value]);
}

const OPTIONS: Readonly<Record<string, (draft: GhDraft, value: string, call: ProgramCall) => void>> = {
  '--method': (draft, value) => void (draft.method = value),
  '--header': (draft, value) => {
    const [, name = '', text = ''] = /^([^:]*):([^]*)$/.exec(value) ?? [];
    if (name.trim() !== '') draft.headers.push([name.trim(), text.trim()]);
  },
  '--raw-field': (draft, value) => void draft.fields.push(splitField(value)),
  '--field': (draft, value) => convertField(draft, splitField(value)),
  '--preview': (draft, value) => void draft.previews.push(...value.split(',')),
  '--hostname': (draft, value) => void (draft.hostname = value),
  '--input': (draft, value, { input }) => {
    draft.hasInput = true;
    if (value === '-') draft.input = input?.replace(/\n$/, '');
    if (draft.input === undefined)
      draft.omit(`The ${value === '-' ? 'standard input' : `file ${value}`} with the body isn’t read.`);
  },
};
const LONG: Readonly<Record<string, string>> = {
  '-X': '--method', '-H': '--header', '-f': '--raw-field', '-F': '--field', '-p': '--preview',
}; // prettier-ignore

function readWords(draft: GhDraft, call: ProgramCall): void {
  const words = call.arguments;
  for (let at = words[0] === 'api' ? 1 : 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, short, attachedShort, long, attachedLong] =
      /^(?:(-[A-Za-z])=?([^]*)|(--[\w-]+)(?:=([^]*))?)$/.exec(word) ?? [];
    const name = LONG[short ?? ''] ?? long ?? short;
    const attached = attachedLong ?? (attachedShort === '' ? undefined : attachedShort);
    if (name === undefined) draft.endpoint ??= word;
    else if (Object.hasOwn(OPTIONS, name)) {
      if (attached === undefined) at += 1;
      OPTIONS[name]?.(draft, attached ?? words[at] ?? '', call);
    } else if (IGNORED_WITH_VALUE.has(name) && attached === undefined) at += 1;
  }
}

/** The fields as a JSON body; those of GraphQL except `query` and `operationName` are its variables. */
function assembleBody(fields: GhDraft['fields'], isGraphql: boolean): string {
  const body: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const apart = isGraphql && name !== 'query' && name !== 'operationName';
    if (apart) body['variables'] ??= {};
    setMember(apart ? (body['variables'] as Record<string, unknown>) : body, name, value, true);
  }
  return JSON.stringify(body);
}

function readCall(call: ProgramCall): Found | undefined {
  if (call.arguments[0] !== 'api') return undefined;
  const draft = new GhDraft();
  readWords(draft, call);
  if (draft.endpoint === undefined) return undefined;
  const { fields, hasInput, endpoint } = draft;
  const method = (draft.method ?? (fields.length > 0 || hasInput || draft.hasFile ? 'POST' : 'GET')).toUpperCase();
  const isBodiless = method === 'GET' || method === 'HEAD';
  const query = isBodiless || hasInput ? writeQuery(fields.map(([name, value]) => [name, String(value)])) : '';
  const base =
    draft.hostname === undefined || draft.hostname === 'github.com'
      ? EMPTY_FORM.baseUrl
      : `https://${draft.hostname}/api/v3`;
  const path = appendQuery(endpoint, query);
  const url = /^https?:\/\//.test(path) ? path : `${base}/${path.replace(/^\//, '')}`;
  const unset = (readTemplate(endpoint) ?? []).flatMap(({ name }) =>
    /^(?:owner|repo|branch)$/.test(name) ? name : [],
  );
  if (unset.length > 0) draft.notes.push(`gh takes ${unset.join(', ')} from the repository at hand; fill them in.`);
  if (draft.previews.length > 0)
    draft.headers.push([
      'accept',
      draft.previews.map((name) => `application/vnd.github.${name}-preview+json`).join(', '),
    ]);
  draft.notes.push(...call.notes);
  const isGraphql = /^\/?graphql$/.test(endpoint);
  const body = hasInput ? draft.input : isBodiless || fields.length === 0 ? undefined : assembleBody(fields, isGraphql);
  return draft.finish(method, url, body);
}

/** Reads the `gh api` commands of a script. */
export function readGh(text: string): Findings {
  return { requests: findCalls(text, /^gh$/).flatMap((call) => readCall(call) ?? []) };
}
