import { useCallback, useState } from 'react';
import type { Call } from '../call.js';
import { loadClient } from '../calling/use-call.js';
import { isObject, parseJson } from '../../../json/json.js';
import { getReason } from '../../../ui/text.js';

/** An operation of the server, as its operation `operations` lists it. */
export interface Operation {
  readonly name: string;
  readonly description: string;
  /** The meaning of each argument; an operation doesn't read one without a meaning. */
  readonly arguments: { readonly str1?: string; readonly str2?: string; readonly int_value?: string };
}

const INDENT = 'JSON indent, 0 to 10';
/** The operations of every server, shown until a server lists its own. */
export const BUILT_IN_OPERATIONS: readonly Operation[] = [
  {
    name: 'echo',
    description: 'Returns the request as JSON.',
    arguments: { str1: 'any text', str2: 'any text', int_value: 'any integer' },
  },
  {
    name: 'build',
    description: 'Builds HTTP request options from a route and parameters.',
    arguments: {
      str1: 'route, such as GET /repos/{owner}/{repo}',
      str2: 'options as a JSON object, or empty',
      int_value: INDENT,
    },
  },
  {
    name: 'expand',
    description: 'Expands a URI template (RFC 6570).',
    arguments: { str1: 'URI template, such as /search{?q,lang}', str2: 'variables as a JSON object, or empty' },
  },
  { name: 'operations', description: 'Lists the operations of the server.', arguments: { int_value: INDENT } },
];

function isOperation(value: unknown): value is Operation {
  if (!isObject(value) || !isObject(value['arguments'])) return false;
  const texts = [value['name'], value['description'], ...Object.values(value['arguments'])];
  return texts.every((text) => typeof text === 'string');
}

/** The operations in a server's response; undefined if it lists none. Invalid entries are left out. */
export function readOperations(message: string): readonly Operation[] | undefined {
  const json = parseJson(message);
  const operations = json.ok && Array.isArray(json.value) ? json.value.filter(isOperation) : [];
  return operations.length === 0 ? undefined : operations;
}

/** A question about the operations of a server, and its outcome. */
export type Listing =
  | { readonly kind: 'asking' }
  | { readonly kind: 'listed'; readonly operations: readonly Operation[] }
  | { readonly kind: 'failed'; readonly problem: string };

const DEADLINE_MS = 5000;

async function askServer(address: Pick<Call, 'bridge' | 'metadata'>): Promise<Listing> {
  const request = { code: 'operations', str1: '', str2: '', intValue: 0 };
  try {
    const { makeCall } = await loadClient();
    const { result, status } = await makeCall({ ...address, request, deadline: DEADLINE_MS });
    if (result === undefined) return { kind: 'failed', problem: status.name };
    const operations = result.success ? readOperations(result.message) : undefined;
    if (operations !== undefined) return { kind: 'listed', operations };
    return { kind: 'failed', problem: 'the response isn’t a list' };
  } catch (error) {
    return { kind: 'failed', problem: getReason(error) };
  }
}

/** Asks servers for their operations; `bridge` is the current one, and `listing` its own. */
export function useOperations(bridge: string) {
  const [listings, setListings] = useState<ReadonlyMap<string, Listing>>(new Map());
  const listing = listings.get(bridge);

  /** Metadata may hold secrets: it is sent only to a bridge that the user has sent it to. */
  const ask = useCallback((address: Pick<Call, 'bridge' | 'metadata'>) => {
    const note = (found: Listing) =>
      setListings((before) =>
        before.get(address.bridge)?.kind === 'listed' ? before : new Map(before).set(address.bridge, found),
      );
    note({ kind: 'asking' });
    void askServer(address).then(note);
  }, []);
  /** Asks the current server, again. */
  const askAgain = useCallback(() => ask({ bridge, metadata: [] }), [ask, bridge]);

  return { listing, ask, askAgain };
}
