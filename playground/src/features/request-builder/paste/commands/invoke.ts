import { isObject } from '../../../../json/json.js';
import { addScheme, appendQuery, Draft, writeQuery, type Findings, type Found } from '../reading.js';
import { PowerShellReader, writePowerShell, type PowerShellWord } from '../shells/powershell.js';

const COMMAND = /^(?:Microsoft\.PowerShell\.Utility\\)?(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)$/i;
/** Parameters of the two commands that change the request, in full; the others have a value unless they are switches. */
const PARAMETERS = [
  'Uri', 'Method', 'CustomMethod', 'Headers', 'Body', 'ContentType', 'Form', 'InFile', 'UserAgent', 'WebSession', 'Authentication',
  'Token', 'Credential',
] as const; // prettier-ignore
const SWITCHES =
  /^-(?:UseBasicParsing|SkipCertificateCheck|PassThru|Resume|DisableKeepAlive|UseDefaultCredentials|AllowUnencryptedAuthentication|FollowRelLink|NoProxy|SkipHeaderValidation|SkipHttpErrorCheck|PreserveAuthorizationOnRedirect|Verbose|Debug|AllowInsecureRedirect|ProxyUseDefaultCredentials|PreserveHttpMethodOnRedirect):?$/i;

type ParameterName = (typeof PARAMETERS)[number];
type Parameters = Map<ParameterName, unknown>;

/** The parameter of an abbreviation such as `-Meth`; undefined for those that don't matter here. */
function findParameter(word: string): ParameterName | undefined {
  const name = word.replace(/^-/, '').replace(/:$/, '').toLowerCase();
  return (
    PARAMETERS.find((each) => each.toLowerCase() === name) ??
    PARAMETERS.find((each) => each.toLowerCase().startsWith(name))
  );
}

function collectParameters(words: readonly PowerShellWord[], variables: ReadonlyMap<string, unknown>): Parameters {
  const parameters: Parameters = new Map();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const bare = word?.bare;
    if (bare?.startsWith('@') === true) {
      // `@name` passes the entries of a hash table as parameters.
      const table = variables.get(bare.slice(1));
      for (const [key, value] of Object.entries(isObject(table) ? table : {})) {
        const name = findParameter(key);
        if (name) parameters.set(name, value);
      }
    } else if (bare?.startsWith('-') === true) {
      if (SWITCHES.test(bare)) continue;
      const name = findParameter(bare);
      at += 1;
      if (name) parameters.set(name, words[at]?.value);
    } else if (!parameters.has('Uri')) parameters.set('Uri', word?.value);
  }
  return parameters;
}

/** The headers of Chrome's export that belong to the connection: HTTP/2 has them in front of the headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];

function addHeaders(draft: Draft, headers: unknown): void {
  if (!isObject(headers)) {
    if (headers != null) draft.omit(`The headers ${writePowerShell(headers)} aren’t a hash table here; fill them in.`);
    return;
  }
  const isExported = PSEUDO.every((name) => Object.hasOwn(headers, name));
  for (const [name, value] of Object.entries(headers)) {
    if (!isExported || !PSEUDO.includes(name)) draft.headers.push([name, writePowerShell(value)]);
  }
}

function addSession(draft: Draft, session: unknown, text: string): void {
  const name = /^\{\{(\w+)\}\}$/.exec(writePowerShell(session))?.[1];
  if (name === undefined) return;
  const agent = new RegExp(String.raw`\$${name}\.UserAgent\s*=\s*"([^"]*)"`, 'i').exec(text)?.[1];
  if (agent !== undefined) draft.addDefault('user-agent', agent);
  const cookies = [...text.matchAll(/New-Object System\.Net\.Cookie\("((?:[^"`]|`.)*)", "((?:[^"`]|`.)*)"/gi)];
  const unescape = (value = '') => value.replaceAll(/`(.)/g, '$1');
  const pairs = cookies.map(([, key, value]) => `${unescape(key)}=${unescape(value)}`);
  if (pairs.length > 0) draft.headers.push(['cookie', pairs.join('; ')]);
}

function addAuthentication(draft: Draft, parameters: Parameters): void {
  const kind = writePowerShell(parameters.get('Authentication')).toLowerCase();
  if (kind === 'bearer' || kind === 'oauth')
    draft.headers.push(['authorization', `Bearer ${writePowerShell(parameters.get('Token'))}`]);
  else if (kind !== '' || parameters.has('Credential'))
    draft.omit('The credentials are left out; fill them in under “authorization”.');
}

function writePairs(table: Readonly<Record<string, unknown>>): string {
  return writeQuery(Object.entries(table).map(([name, value]) => [name, writePowerShell(value)]));
}

/** The body as text; a hash table is the query of a GET and a form for other methods. */
function assembleBody(draft: Draft, parameters: Parameters, isBodiless: boolean): { body?: string; query: string } {
  const body = parameters.get('Body');
  const form = parameters.get('Form');
  if (form !== undefined) draft.omitMultipart(isObject(form) ? Object.keys(form) : []);
  if (parameters.has('InFile'))
    draft.omit(`The file ${writePowerShell(parameters.get('InFile'))} with the body isn’t read.`);
  if (body == null) return { query: '' };
  if (isObject(body)) {
    if (isBodiless) return { query: writePairs(body) };
    draft.addDefault('content-type', 'application/x-www-form-urlencoded');
    return { body: writePairs(body), query: '' };
  }
  const text = writePowerShell(body);
  const variable = /^\{\{([\w.-]+)\}\}$/.exec(text)?.[1];
  if (variable !== undefined) {
    draft.omit(`The body is the value of ${variable}, which isn’t in the text.`);
    return { query: '' };
  }
  if (!isBodiless) draft.addDefault('content-type', 'application/x-www-form-urlencoded');
  return { body: text, query: '' };
}

function readCommand(words: readonly PowerShellWord[], reader: PowerShellReader): Found | undefined {
  const parameters = collectParameters(words.slice(1), reader.variables);
  const uri = parameters.get('Uri');
  if (typeof uri !== 'string' || uri === '') return undefined;
  const draft = new Draft();
  const method = writePowerShell(parameters.get('CustomMethod') ?? parameters.get('Method') ?? 'GET').toUpperCase();
  addHeaders(draft, parameters.get('Headers'));
  const type = parameters.get('ContentType');
  if (type !== undefined) draft.headers.push(['content-type', writePowerShell(type)]);
  const agent = parameters.get('UserAgent');
  if (agent !== undefined) draft.headers.push(['user-agent', writePowerShell(agent)]);
  addSession(draft, parameters.get('WebSession'), reader.text);
  addAuthentication(draft, parameters);
  const { body, query } = assembleBody(draft, parameters, method === 'GET' || method === 'HEAD');
  const url = appendQuery(addScheme(uri), query);
  const unset = new Set(
    [...JSON.stringify([url, body ?? '', draft.headers]).matchAll(/\{\{([\w.-]+)\}\}/g)].flatMap(
      ([, name = '']) => name,
    ),
  );
  if (unset.size > 0) draft.notes.push(`Variables of the script have no value here: ${[...unset].join(', ')}.`);
  return draft.finish(method, url, body);
}

/** Reads the calls of `Invoke-WebRequest` and `Invoke-RestMethod` in a script of PowerShell. */
export function readInvoke(text: string): Findings {
  const reader = new PowerShellReader(text);
  const requests: Found[] = [];
  for (let command = reader.readCommand(); command !== undefined; command = reader.readCommand()) {
    const start = command.words.findIndex(({ bare }) => bare !== undefined && COMMAND.test(bare));
    const found = start === -1 ? undefined : readCommand(command.words.slice(start), reader);
    if (found) requests.push(found);
  }
  return { requests };
}
