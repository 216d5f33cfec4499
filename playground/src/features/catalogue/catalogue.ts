/** A parameter of an operation: of its url, its headers or its body. */
export interface Parameter {
  readonly name: string;
  /** `data` is the whole body. */
  readonly place: 'path' | 'query' | 'header' | 'body' | 'data';
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Close to TypeScript: `string`, `integer[]`, `"open" | "closed"`; empty where the document has none. */
  readonly type: string;
  /** Markdown. */
  readonly description: string;
  /** Whether the route names it. */
  readonly inRoute: boolean;
  /** How its values are typed: as plain text or as JSON. All texts below are of this kind. */
  readonly kind: 'text' | 'json';
  /** The values of an enumeration or a boolean. */
  readonly choices: readonly string[];
  /** Whether only the choices are allowed. */
  readonly closed: boolean;
  /** The value without one; empty where the document has none. */
  readonly preset: string;
  /** A value that fits, with the required members of objects; empty where the type is unknown. */
  readonly example: string;
  /** The same with all members; empty where it doesn't differ. */
  readonly fullExample: string;
  /** Whether the example is the document's, or has a structure to fill. */
  readonly hasExample: boolean;
  /** Format and bounds. */
  readonly limits: readonly string[];
}

/** The body of an operation. */
export interface Body {
  readonly mediaType: string;
  /**
   * How the page writes it: from its members (as JSON, or as a form), as one value (JSON or text), or not at all, because it consists
   * of files.
   */
  readonly kind: 'members' | 'form' | 'json' | 'text' | 'files';
  readonly required: boolean;
}

/** A variable in the url of a server. */
export interface ServerVariable {
  readonly name: string;
  readonly preset: string;
  /** The allowed values; empty where any is. */
  readonly choices: readonly string[];
  readonly description: string;
}

/** A server of an API. */
export interface Server {
  /** With `{name}` for variables. */
  readonly url: string;
  readonly description: string;
  readonly variables: readonly ServerVariable[];
}

/** A credential that a request contains. */
export interface Credential {
  readonly kind: 'bearer' | 'basic' | 'key' | 'other';
  /** Name of the header, query parameter or cookie of a key, else of the scheme in the document. */
  readonly name: string;
  /** Of a key. */
  readonly in: 'header' | 'query' | 'cookie' | '';
}

/** One route of an API. */
export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** With the styles of its parameters, and absolute if it has servers of its own. */
  readonly route: string;
  /** The operationId; may be empty. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly deprecated: boolean;
  /** The URL of the API's own documentation, of this operation if possible; may be empty. */
  readonly docs: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** The preferred one is first. */
  readonly servers: readonly Server[];
  /** Alternatives, each a list of credentials that are needed together; nothing where the document has none. */
  readonly security: readonly (readonly Credential[])[];
}

/** The operations of a document. */
export interface Catalogue {
  readonly title: string;
  /** Of the API; may be empty. */
  readonly version: string;
  readonly operations: readonly Operation[];
  /** The parts that were left out, each with its reason. */
  readonly warnings: readonly string[];
}

/** Writes the url of a server; `values` replace the defaults of its variables. */
export function fillServer({ url, variables }: Server, values: Readonly<Record<string, string>> = {}): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (expression, name: string) => {
    const preset = variables.find((variable) => variable.name === name)?.preset;
    return (Object.hasOwn(values, name) ? values[name] : preset) || expression;
  });
}

/** Reduces a route to its method and path, without its query and the names of its variables. */
function reduceRoute(route: string): string {
  return route
    .replaceAll(/\{[?&#][^}]*\}/g, '')
    .replaceAll(/\{[^}]*\}/g, '{}')
    .trim();
}

/** Whether a route still belongs to an operation: the query and the names of variables may differ. */
export function isRouteOf(operation: Operation, route: string): boolean {
  return reduceRoute(route) === reduceRoute(operation.route);
}
