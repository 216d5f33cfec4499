import { readChoice, readFlag, readList, readObject, readText } from '../../json/read.js';

/** The place of a parameter; `data` is the whole body. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'body' | 'data';

export interface Parameter {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  /** Close to TypeScript: `string`, `integer[]`, `"open" | "closed"`; empty where the document states none. */
  readonly type: string;
  readonly description: string;
  /** The operator or modifier of RFC 6570 that it needs: `+` for several path segments, `*` for a repeated list. */
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
  /** Empty where the document states none. */
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
}

/**
 * Reads an operation from JSON, such as that of an earlier visit.
 *
 * @throws Error where it is damaged: one sentence with the reason
 */
export function readOperation(json: unknown): Operation {
  const object = readObject(json, 'The operation');
  return {
    method: readText(object, 'method', ''),
    path: readText(object, 'path', ''),
    summary: readText(object, 'summary', ''),
    parameters: readList(object, 'parameters', (row) => ({
      name: readText(row, 'name', ''),
      place: readChoice(row, 'place', ['path', 'query', 'header', 'body', 'data']),
      required: readFlag(row, 'required', false),
      type: readText(row, 'type', ''),
      description: readText(row, 'description', ''),
      notation: readChoice(row, 'notation', ['', '+', '*']),
    })),
  };
}
