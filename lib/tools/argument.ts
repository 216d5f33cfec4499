import type { ApiParameter } from '../openapi/api.js';
import type { ApiDocument } from '../openapi/document.js';
import type { Placeholders } from '../openapi/placeholders.js';
import type { Pair } from './forms.js';
import type { SchemaWriter, Written } from './schemas.js';

/** An argument of a tool. */
export interface Argument {
  /** As the API reads it. */
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly required: boolean;
  /** Whether an optional body that is passed must have it. */
  readonly isNeeded?: boolean | undefined;
  readonly written: Written;
  /** Whether a host may put files into its value. */
  readonly hasFiles?: boolean | undefined;
  /** Finds a problem that the schema doesn't know. */
  readonly findProblem?: ((value: unknown) => string | undefined) | undefined;
  /** Writes the value as parameters of the query with names of their own. */
  readonly spread?: ((value: unknown) => readonly Pair[]) | undefined;
  /** Writes the value that the builder gets. */
  readonly write?: ((value: unknown) => unknown) | undefined;
}

/** What arguments are read with. */
export interface ReadContext {
  readonly document: ApiDocument;
  readonly writer: SchemaWriter;
  /** The arguments of parameters that several operations may have. */
  readonly shared: WeakMap<ApiParameter, Argument>;
  /** The variables of the operation's route. */
  readonly placeholders: Placeholders;
  /** Adds a warning about the operation. */
  readonly warn: (message: string) => void;
  /** The names of the headers that the settings have. */
  readonly defaults: ReadonlySet<string>;
  /** The headers and query parameters of the document's credentials, as `header x-key`. */
  readonly credentials: ReadonlySet<string>;
}
