import { findCurlCalls, type CurlCall } from '../shells/commands.js';
import { UnreadableError, type Findings, type Found } from '../reading.js';
import { readArguments, type Arguments, type Operation, type OptionUse } from './curl/arguments.js';
import { APPLY, AUTHENTICATION, CurlDraft, SWITCH, type Shared } from './curl/draft.js';
import { addHeaders } from './curl/headers.js';
import { HARMLESS } from './curl/options.js';
import { readUrl } from './curl/url.js';
import { VARIABLE } from '../variables.js';

const PLACEHOLDER = /^\{\{[^{}]*\}\}$/;

function applyOption(draft: CurlDraft, use: OptionUse): void {
  const { name, written, on } = use;
  const apply = Object.hasOwn(APPLY, name) ? APPLY[name] : undefined;
  const change = Object.hasOwn(SWITCH, name) ? SWITCH[name] : undefined;
  if (change !== undefined && (on || name !== 'head')) change(draft, on);
  else if (apply !== undefined) apply(draft, use);
  else if (AUTHENTICATION.has(name)) draft.omit(`\`${written}\` isn’t read.`, 'headers', 'authorization');
  else if (!HARMLESS.has(name)) draft.omit(`\`${written}\` isn’t read.`);
  else if (use.value.search(VARIABLE) !== -1)
    draft.notes.push(`The value of \`${written}\` isn’t known: ${use.value}.`);
}

function createDraft({ options }: Operation, shared: Shared): CurlDraft {
  const draft = new CurlDraft(shared);
  for (const option of options) applyOption(draft, option);
  return draft;
}

/** Sentences about bodies and methods that curl doesn’t combine. */
function findConflicts({ data, isGet, isHead, fields, uploads }: CurlDraft): string[] {
  const kinds = [
    data !== undefined && !isGet ? ['a body (`-d`)'] : [],
    fields.length > 0 ? ['a form (`-F`)'] : [],
    uploads.length > 0 ? ['a file (`-T`)'] : [],
    isHead ? ['`-I`'] : [],
  ].flat();
  return kinds.length > 1 ? [`curl doesn’t combine ${kinds.join(' and ')}.`] : [];
}

/** Options that curl refuses beside each other. */
const EXCLUSIVE = [
  ['fail', 'fail-with-body'],
  ['remote-header-name', 'include'],
] as const;

function findExclusive({ options }: Operation): string[] {
  const names = new Set(options.flatMap(({ name, on }) => (on ? [name] : [])));
  const refused = EXCLUSIVE.filter(([one, other]) => names.has(one) && names.has(other));
  return refused.map(([one, other]) => `Versions of curl refuse \`--${one}\` beside \`--${other}\`.`);
}

/** Whether `--proto` allows a scheme: `=https`, `-all,https`, `-http`. */
function isAllowed(scheme: string, { options }: Operation): boolean {
  const value = options.findLast(({ name }) => name === 'proto')?.value.toLowerCase() ?? '';
  const isLimited = value.startsWith('=') || value.includes('-all');
  const names = value.replace(/^=/, '').split(',');
  return !names.includes(`-${scheme}`) && (!isLimited || names.some((name) => name.replace(/^\+/, '') === scheme));
}

/** Names combinations that aren’t read. */
function checkCombinations(draft: CurlDraft): void {
  const { data, isGet, fields, uploads } = draft;
  if (isGet && data !== undefined && draft.query !== undefined)
    draft.omit('Versions of curl differ in `--url-query` beside `-G` with data.');
  const query = isGet ? (data ?? draft.query) : draft.query;
  if (query !== undefined && /^(?:#|$)/.test(query)) draft.omit('Versions of curl differ in an empty query.');
  if (isGet && fields.length + uploads.length > 0) draft.omit('`-G` beside `-F` or `-T` isn’t read.');
  const isBodiless = data === undefined || isGet;
  if (draft.range !== undefined && (!isBodiless || fields.length + uploads.length > 0))
    draft.omit('`-r` of a request with a body isn’t read.');
}

/** The body of `-d` or of the standard input for `-T`. */
function findBody(draft: CurlDraft): string | undefined {
  const [upload] = draft.uploads;
  if (upload === undefined) return draft.isGet || draft.isHead || draft.isUnread ? undefined : draft.data;
  const { text } = draft.shared;
  if ((upload === '-' || upload === '.') && text !== undefined && draft.uploads.length === 1) return text;
  draft.omit(
    upload === '-' || upload === '.'
      ? 'The standard input with the body isn’t read.'
      : `The file ${upload} with the body isn’t read.`,
    'data',
  );
  return undefined;
}

function findMethod(draft: CurlDraft): string {
  if (draft.method !== undefined) return draft.method;
  if (draft.isHead) return 'HEAD';
  if (draft.uploads.length > 0) return 'PUT';
  return (draft.data === undefined || draft.isGet) && draft.fields.length === 0 ? 'GET' : 'POST';
}

/** The parts that the requests of an operation have in common. */
interface Context {
  readonly operation: Operation;
  readonly shared: Shared;
  readonly omissions: readonly string[];
  readonly notes: readonly string[];
}

function readRequest(written: string, { operation, shared, omissions, notes }: Context): Found {
  const { options, urls } = operation;
  const draft = createDraft(operation, shared);
  for (const omission of omissions) draft.omit(omission);
  if (shared.isStopped) draft.omit('A URL before this one isn’t read.');
  checkCombinations(draft);
  if (draft.bearer !== undefined && options.some(({ name, on }) => on && name === 'basic'))
    draft.omit('A token beside `--basic` isn’t read.', 'headers', 'authorization');
  if (draft.uploads.length > 0 && urls.length > 1) draft.omit('`-T` with several URLs isn’t read.');
  const body = findBody(draft);
  if (shared.text !== undefined && !shared.isRead && draft.uploads.length === 0)
    draft.notes.push('curl doesn’t read the standard input here.');
  const { url, userinfo, host, mistakes } = readUrl(written, {
    globoff: draft.globoff,
    asIs: draft.asIs,
    scheme: draft.scheme,
    query: (draft.isGet ? draft.data : undefined) ?? draft.query,
  });
  const hasAuthentication = options.some(({ name, on }) => on && AUTHENTICATION.has(name));
  const method = findMethod(draft);
  addHeaders(draft, { host, userinfo, body: draft.fields.length > 0 ? undefined : body, hasAuthentication });
  for (const mistake of mistakes) draft.omit(mistake);
  if (/\{(?!\{)[\w-]+\}(?!\})/.test(url))
    draft.notes.push('`{name}` in the URL is read as a placeholder; curl sends the name.');
  if (!isAllowed(url.split(':', 1)[0] ?? '', operation)) draft.omit('`--proto` doesn’t allow the scheme of the URL.');
  // curl ends at some of the URLs that it refuses.
  if (mistakes.length > 0) shared.isStopped = true;
  if (draft.fields.length > 0) draft.omitMultipart(draft.fields);
  draft.notes.push(...notes);
  return draft.finish(method, url, draft.fields.length > 0 ? undefined : body, { exact: true });
}

/** The URLs of an operation. A variable beside others may be options. */
function separateUrls({ urls }: Operation): {
  readonly urls: readonly string[];
  readonly omissions: readonly string[];
} {
  const written = urls.filter((url) => url !== '');
  const unknown = written.filter((url) => PLACEHOLDER.test(url));
  if (unknown.length === written.length || unknown.length === 0) return { urls: written, omissions: [] };
  return {
    urls: written.filter((url) => !unknown.includes(url)),
    omissions: [`The arguments in ${unknown.join(', ')} aren’t known.`],
  };
}

/** More than people write: each request is built to be compared. */
const MAX_REQUESTS = 1000;

function readCall({ input, notes, omissions }: CurlCall, { operations, mistakes }: Arguments): Found[] {
  const shared: Shared = { text: input, isRead: false, isStopped: false };
  const drafts = operations.map((operation) => createDraft(operation, { ...shared }));
  // curl refuses the whole command for a mistake in one operation.
  const refusals = [...new Set([...drafts.flatMap(findConflicts), ...operations.flatMap(findExclusive)])];
  return operations.flatMap((operation) => {
    const { urls, omissions: unknown } = separateUrls(operation);
    const before = shared.isRead;
    const context = { operation, shared, notes, omissions: [...mistakes, ...refusals, ...omissions, ...unknown] };
    return urls.map((url) => {
      // All URLs of an operation have the same body.
      shared.isRead = before;
      return readRequest(url, context);
    });
  });
}

/** A URL outside of quotes in which `&` or `;` before another parameter ends the command. */
const CUT =
  /(?<=\s)(?:https?:\/\/|\w[\w.-]*[.:][\w-]+[/?])(?:<\w[\w .-]*>|[^\s'"`\\^<>|()])*?[&;][\w%[\].-]+=(?:<\w[\w .-]*>|[^\s'"`\\^<>|()])*/g;

/** Reads the curl commands of a script for bash, zsh or cmd. */
export function readCurl(text: string): Findings {
  const calls = findCurlCalls(text).map((call) => ({ call, read: readArguments(call.arguments) }));
  const count = calls.flatMap(({ read }) => read.operations).reduce((sum, { urls }) => sum + urls.length, 0);
  if (count > MAX_REQUESTS)
    throw new UnreadableError(`A text may have at most ${MAX_REQUESTS.toLocaleString('en')} requests of curl.`);
  const requests = calls.flatMap(({ call, read }) => readCall(call, read));
  // The shell may make a URL of what isn't read.
  const isLeftOut = calls.some(
    ({ call, read }) =>
      read.operations.every(({ urls }) => urls.every((url) => url === '')) &&
      (call.omissions.length > 0 || call.arguments.some((word) => word.includes('{{'))),
  );
  const notes = isLeftOut ? ['A curl command without a URL that is known is left out.'] : [];
  const whole = text.replaceAll(CUT, '"$&"');
  if (whole !== text) {
    const note = 'A URL outside of quotes ends at its `&` or `;`.';
    const instead = { label: 'Read the whole URL', text: whole };
    return { requests: requests.map((found) => ({ ...found, notes: [...found.notes, note], instead })), notes };
  }
  return { requests, notes: requests.length > 0 ? notes : calls.flatMap(({ read }) => read.mistakes) };
}
