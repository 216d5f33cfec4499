/** Judges calls: counts by classes what differs from what the document describes. */
import { EndpointError, type RequestOptions } from 'endpoint.js';
import type { ApiDocument } from 'endpoint.js/openapi';
import { compare, type Difference, type Expected } from './compare.js';
import { generalize, type Findings, type Kind } from './findings.js';
import type { Maker } from './make.js';
import type { Operation } from './operations.js';
import type { Source } from './source.js';

export const BASE = 'https://api.example.com/base';
export const SETTINGS = { authorization: 'Bearer settings', 'user-agent': 'test' };
const IGNORED = new Set(Object.keys(SETTINGS));

/** A document, where its findings go, and how it is named there. */
export interface Run {
  readonly name: string;
  readonly source: Source;
  readonly document: ApiDocument;
  readonly maker: Maker;
  readonly findings: Findings;
  /** Whether its operations have ids that are names of tools. */
  readonly keepsNames?: boolean;
}

/** What the contract refuses, and what is a fault of a document, so that no request is right. */
const STATED: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/\btrace\b|(?:GET|HEAD|OPTIONS) has (?:none|no body)/i, 'contract'],
  [/the body can be null, but no argument can/, 'contract'],
  [/would be names of the query|upgrades the connection/, 'contract'],
  [/^`null` for optional arguments: (?:JSON|a body|content-type)/, 'contract'],
  [/carries credentials, so it isn't an argument|of which digits may be lost/, 'contract'],
  [/contains the separator of the list|which separates its members/, 'contract'],
  [/refused: invalid-value (?:\S+: )?is empty/, 'contract'],
  [/an alternative that no call builds: null/, 'contract'],
  [/would end the (?:segment|path)/, 'contract'],
  [/builds no requests of this method|its value would be the whole query/, 'contract'],
  // A comma between members is encoded where the name is in the path too.
  [/query, decoded the same/, 'contract'],
  [/the url has it too/, 'document'],
  [/is no name of a header|isn't a name; use letters/, 'document'],
  [/^(?:no tool: is left out: )?(?:refused: invalid-url )?(?:url: )?begins with/, 'document'],
];

/** Faults of documents: operations, and what is wrong with them. */
const FAULTY: readonly (readonly [operation: RegExp, fault: string])[] = [
  [/\/:[a-z]/i, 'a colon in place of braces, which the builder would take for a parameter: it is percent-encoded'],
  [/^sinao\.app\.json /, 'members of objects in a query have the names of other parameters'],
  [/^(?:libretranslate\.local\.json |cpy\.re\/peertube\.json .*\/edit$)/, 'a form that is no object'],
  [/^gerermesaffaires\.com\.json .*\/guest-in-space$/, 'a list with the choices of its items'],
  [/^microcks\.local\.json post \/secrets$/, 'an example that is text of JSON'],
  [/^noosh\.com\.json .*\/files$/, 'a form that is bytes'],
  [/^visualstudio\.com\.json .*\/plans\//, 'a header with objects in an object'],
  [/^apideck\.com\//, 'an object of any members in a query, whose names would be names of the query'],
];

export const kindOf = (name: string, otherwise: Kind, where = ''): Kind =>
  STATED.find(([pattern]) => pattern.test(name))?.[1] ??
  (FAULTY.some(([pattern]) => pattern.test(where)) ? 'document' : otherwise);

export const nameOf = ({ name }: Run, { method, path }: Operation): string => `${name} ${method} ${path}`;

/** The warnings about an operation. */
export const listOwn = ({ method, path }: Operation, warnings: readonly string[]): readonly string[] =>
  warnings.filter(
    (warning) => warning.startsWith(`${method.toUpperCase()} ${path}: `) || warning.startsWith(`${path}: ${method} `),
  );

/** A warning without the operation that it is about. */
export const getReason = (warning = ''): string => warning.replace(/^.*?: /, '');

/**
 * Compares a call's request with what it must be, and counts what differs.
 *
 * @param prefix of the names of classes
 * @returns whether nothing differs, but for `accept`
 */
export async function judgeCall(
  { findings }: Run,
  where: string,
  build: () => RequestOptions,
  {
    expected,
    prefix = '',
    warnings,
  }: { readonly expected: Expected; readonly prefix?: string; readonly warnings: readonly string[] },
): Promise<boolean> {
  let found: Difference[];
  try {
    found = await compare(build(), expected, IGNORED);
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    // Of one class, whichever type is named.
    const name = prefix === '' ? `refused: ${error.code} ${generalize(error.message)}` : 'refused';
    findings.add(kindOf(name, 'loud', where), prefix + name, where, error.message.slice(0, 250));
    return false;
  }
  for (const { aspect, detail } of found) {
    const [name = ''] = detail.split(':', 1);
    const isWarned = aspect !== 'accept' && warnings.some((warning) => warning.includes(`: ${name}`));
    findings.add(kindOf(prefix + aspect, isWarned ? 'loud' : 'silent', where), prefix + aspect, where, detail);
  }
  return found.every(({ aspect }) => aspect === 'accept');
}
