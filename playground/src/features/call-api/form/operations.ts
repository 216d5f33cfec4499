import { isObject, parseJson } from '../../../json/read.js';

/** An operation of the server, as its operation `operations` lists it. */
export interface Operation {
  readonly name: string;
  readonly description: string;
  /** The meaning of each argument; an operation doesn't read one without a meaning. */
  readonly arguments: { readonly str1?: string; readonly str2?: string; readonly int_value?: string };
}

const INDENT = 'JSON indent, 0 to 10';
const BUILD = { str1: 'route, such as GET /repos/{owner}/{repo}', str2: 'options as a JSON object, or empty' };

/** The operations of every server, for as long as no server has listed its own. */
export const BUILT_IN_OPERATIONS: readonly Operation[] = [
  {
    name: 'echo',
    description: 'Gives the request back as JSON.',
    arguments: { str1: 'any text', str2: 'any text', int_value: 'any integer' },
  },
  {
    name: 'build',
    description: 'Builds HTTP request options from a route and parameters.',
    arguments: { ...BUILD, int_value: INDENT },
  },
  {
    name: 'expand',
    description: 'Expands a URI template (RFC 6570).',
    arguments: { str1: 'URI template, such as /search{?q,lang}', str2: 'variables as a JSON object, or empty' },
  },
  {
    name: 'send',
    description: 'Builds an HTTP request, sends it from the server and gives the response.',
    arguments: { ...BUILD, int_value: 'timeout in ms, 0 = 10,000' },
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

/** The operations in a server's answer; undefined if it lists none. Invalid entries are left out. */
export function readOperations(message: string): readonly Operation[] | undefined {
  const json = parseJson(message);
  const operations = json.ok && Array.isArray(json.value) ? json.value.flatMap(readOperation) : [];
  return operations.length === 0 ? undefined : operations;
}
