import { findCurlCalls, type CurlCall } from '../shells/commands.js';
import { Draft, UnreadableError, type Findings, type Found } from '../reading.js';
import { readArguments, type Arguments, type Operation } from './curl/arguments.js';
import { readContent, type Shared } from './curl/content.js';
import { addHeaders } from './curl/headers.js';
import { AUTHENTICATION, DATA, HARMLESS, READ } from './curl/options.js';
import { readUrl } from './curl/url.js';
import { VARIABLE } from '../variables.js';

const PLACEHOLDER = /^\{\{[^{}]*\}\}$/;

/** Names the options that are neither read nor harmless; those of authentication at the field for it. */
function nameUnread(draft: Draft, { options }: Operation): void {
  for (const { name, written, value, on } of options) {
    const path = AUTHENTICATION.has(name) ? ['headers', 'authorization'] : [];
    if (READ.has(name) ? !on && name === 'head' : !HARMLESS.has(name))
      draft.omit(`\`${written}\` isn’t read.`, ...path);
    else if (HARMLESS.has(name) && value.search(VARIABLE) !== -1)
      draft.notes.push(`The value of \`${written}\` isn’t known: ${value}.`);
  }
}

/** Options that curl refuses beside each other. */
const EXCLUSIVE = [
  ['fail', 'fail-with-body'],
  ['remote-header-name', 'include'],
] as const;

/** Whether an option was switched on, also if it is off in the end. */
const wasOn = ({ options }: Operation, name: string): boolean => options.some((use) => use.name === name && use.on);

/** An operation with the kinds of its content. */
type Described = ReturnType<typeof describeContent>;

function describeContent(operation: Operation) {
  const isGet = operation.isOn('get');
  return {
    operation,
    isGet,
    isHead: wasOn(operation, 'head'),
    hasBody: !isGet && operation.list(...DATA).length > 0,
    fields: operation.list('form', 'form-string').map((field) => field.split('=', 1)[0] ?? ''),
    uploads: operation.list('upload-file'),
  };
}

/** Sentences about bodies, methods and options that curl doesn’t combine. */
function findConflicts({ operation, hasBody, fields, uploads, isHead }: Described): readonly string[] {
  const kinds = [
    hasBody && 'a body (`-d`)',
    fields.length > 0 && 'a form (`-F`)',
    uploads.length > 0 && 'a file (`-T`)',
    isHead && '`-I`',
  ].filter((kind) => kind !== false);
  const refused = EXCLUSIVE.filter((names) => names.every((name) => wasOn(operation, name)));
  return [
    ...(kinds.length > 1 ? [`curl doesn’t combine ${kinds.join(' and ')}.`] : []),
    ...refused.map(([one, other]) => `Versions of curl refuse \`--${one}\` beside \`--${other}\`.`),
  ];
}

/** Whether `--proto` allows a scheme: `=https`, `-all,https`, `-http`. */
function isAllowed(scheme: string, operation: Operation): boolean {
  const value = operation.last('proto')?.toLowerCase() ?? '';
  const isLimited = value.startsWith('=') || value.includes('-all');
  const names = value.replace(/^=/, '').split(',');
  return !names.includes(`-${scheme}`) && (!isLimited || names.some((name) => name.replace(/^\+/, '') === scheme));
}

/** Reads the request of an operation to one of its URLs; `about` has sentences about all of them. */
function readRequest(
  written: string,
  { operation, isGet, isHead, hasBody, fields, uploads }: Described,
  shared: Shared,
  about: Pick<CurlCall, 'notes' | 'omissions'>,
): Found {
  const draft = new Draft();
  nameUnread(draft, operation);
  const { data, query: added, isUnread } = readContent(draft, operation, shared);
  const [upload] = uploads;
  const hasFiles = fields.length + uploads.length > 0;
  const query = (isGet ? data : undefined) ?? added;
  for (const omission of about.omissions) draft.omit(omission);
  if (shared.isStopped) draft.omit('A URL before this one isn’t read.');
  if (isGet && data !== undefined && added !== undefined)
    draft.omit('Versions of curl differ in `--url-query` beside `-G` with data.');
  if (query !== undefined && /^(?:#|$)/.test(query)) draft.omit('Versions of curl differ in an empty query.');
  if (isGet && hasFiles) draft.omit('`-G` beside `-F` or `-T` isn’t read.');
  if (operation.last('range') !== undefined && (hasBody || hasFiles))
    draft.omit('`-r` of a request with a body isn’t read.');
  if (upload !== undefined && operation.urls.length > 1) draft.omit('`-T` with several URLs isn’t read.');
  if (shared.text !== undefined && !shared.isRead && upload === undefined)
    draft.notes.push('curl doesn’t read the standard input here.');
  const isInput = upload === '-' || upload === '.';
  const text = upload === undefined ? data : isInput && uploads.length === 1 ? shared.text : undefined;
  if (upload !== undefined && text === undefined)
    draft.omit(`The ${isInput ? 'standard input' : `file ${upload}`} with the body isn’t read.`, 'data');
  const isLeftOut = fields.length > 0 || (upload === undefined && (isGet || isHead || isUnread));
  const body = isLeftOut ? undefined : text;
  const { url, userinfo, host, mistakes } = readUrl(written, {
    globoff: operation.isOn('globoff'),
    asIs: operation.isOn('path-as-is'),
    scheme: operation.last('proto-default')?.toLowerCase(),
    query,
  });
  addHeaders(draft, operation, { host, userinfo, body });
  for (const mistake of mistakes) draft.omit(mistake);
  if (/\{(?!\{)[\w-]+\}(?!\})/.test(url))
    draft.notes.push('`{name}` in the URL is read as a placeholder; curl sends the name.');
  if (!isAllowed(url.split(':', 1)[0] ?? '', operation)) draft.omit('`--proto` doesn’t allow the scheme of the URL.');
  // curl ends at some of the URLs that it refuses.
  if (mistakes.length > 0) shared.isStopped = true;
  if (fields.length > 0) draft.omitMultipart(fields);
  draft.notes.push(...about.notes);
  const method = isHead ? 'HEAD' : upload !== undefined ? 'PUT' : hasBody || fields.length > 0 ? 'POST' : 'GET';
  return draft.finish(operation.last('request') ?? method, url, body, { exact: true });
}

/** More than people write: each request is built to be compared. */
const MAX_REQUESTS = 1000;

function readCall({ input, notes, omissions }: CurlCall, { operations, mistakes }: Arguments): Found[] {
  const shared: Shared = { text: input, isRead: false, isStopped: false };
  const described = operations.map(describeContent);
  // curl refuses the whole command for a mistake in one operation.
  const all = [...mistakes, ...new Set(described.flatMap(findConflicts)), ...omissions];
  return described.flatMap((each) => {
    const urls = each.operation.urls.filter((url) => url !== '');
    const known = urls.filter((url) => !PLACEHOLDER.test(url));
    // A variable beside others may be options.
    const open = known.length === 0 ? [] : urls.filter((url) => PLACEHOLDER.test(url));
    const unknown = open.length === 0 ? [] : [`The arguments in ${open.join(', ')} aren’t known.`];
    const before = shared.isRead;
    return (known.length === 0 ? urls : known).map((url) => {
      // All URLs of an operation have the same body.
      shared.isRead = before;
      return readRequest(url, each, shared, { notes, omissions: [...all, ...unknown] });
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
