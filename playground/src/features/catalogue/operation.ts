/** Where a parameter goes: `data` is the whole body. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'body' | 'data';

export interface Parameter {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  /** As TypeScript would write it: `string`, `integer[]`, `"open" | "closed"`; empty where nothing is said. */
  readonly type: string;
  readonly description: string;
  /** Modifier or operator of RFC 6570 that it needs: `+` for several path segments, `*` for a list that is repeated. */
  readonly notation: '' | '+' | '*';
}

/** One route of an API. */
export interface Operation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
}

export interface Catalogue {
  readonly title: string;
  /** Empty where the document names none. */
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
}
