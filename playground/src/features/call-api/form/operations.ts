import { useCallback, useRef, useState } from 'react';
import type { Call } from '../call.js';
import { useCall } from '../calling/use-call.js';
import { isObject, parseJson } from '../../../json/json.js';

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

function readOperation(value: unknown): readonly Operation[] {
  if (!isObject(value) || typeof value['name'] !== 'string') return [];
  const { name, description } = value;
  const labels = isObject(value['arguments']) ? value['arguments'] : {};
  const label = (key: 'str1' | 'str2' | 'int_value') => {
    const text = labels[key];
    return typeof text === 'string' ? { [key]: text } : {};
  };
  return [
    {
      name,
      description: typeof description === 'string' ? description : '',
      arguments: { ...label('str1'), ...label('str2'), ...label('int_value') },
    },
  ];
}

/** The operations in a server's response; undefined if it lists none. Invalid entries are left out. */
export function readOperations(message: string): readonly Operation[] | undefined {
  const json = parseJson(message);
  const operations = json.ok && Array.isArray(json.value) ? json.value.flatMap(readOperation) : [];
  return operations.length === 0 ? undefined : operations;
}

/** The response of a server about its operations. */
type Listing =
  | { readonly kind: 'listed'; readonly operations: readonly Operation[] }
  | { readonly kind: 'failed'; readonly problem: string };

const DEADLINE_MS = 5000;

/** Asks servers for their operations; `bridge` is the current one. */
export function useOperations(bridge: string) {
  const { state, send, cancel } = useCall();
  const [listings, setListings] = useState<ReadonlyMap<string, Listing>>(new Map());
  const [asked, setAsked] = useState<string>();
  const latest = useRef<object>(undefined);
  const listing = listings.get(bridge);

  /** Metadata may hold secrets: it is sent only to a bridge that the user has sent it to. */
  const ask = useCallback(
    (address: string, metadata: Call['metadata'] = []) => {
      setAsked(address);
      const request = { code: 'operations', str1: '', str2: '', intValue: 0 };
      latest.current = request;
      const askServer = async () => {
        const record = await send({ bridge: address, request, metadata, deadline: DEADLINE_MS });
        // A later question cancelled this one, which says nothing about the server.
        if (record === undefined || latest.current !== request) return;
        const operations = record.result?.success === true ? readOperations(record.result.message) : undefined;
        const problem = record.result === undefined ? record.status.name : 'the response isn’t a list';
        const found: Listing = operations === undefined ? { kind: 'failed', problem } : { kind: 'listed', operations };
        setListings((before) => new Map(before).set(address, found));
      };
      void askServer();
    },
    [send],
  );

  /** Asks the current server, once. */
  const askOnce = useCallback(() => {
    if (listing === undefined && asked !== bridge) ask(bridge);
  }, [listing, ask, asked, bridge]);

  const asking = asked === bridge && state.phase === 'running' ? state : undefined;
  /** Asks the current server again. */
  const askAgain = useCallback(() => ask(bridge), [ask, bridge]);

  return { listing, asking, askOnce, askAgain, ask, cancel };
}
