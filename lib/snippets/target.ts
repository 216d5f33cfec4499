import type { FormOptions } from '../adapters/body-text.js';
import type { Field, Message } from '../adapters/message.js';
import type { EndpointOptions, EndpointSettings, RequestOptions } from '../options.js';

/** The type of a parameter, as an API's document declares it. */
export interface ParameterType {
  /** A union of `string`, `number`, `integer`, `boolean`, `null`, literals in JSON, and lists of these; others are ignored. */
  readonly type?: string | undefined;
  readonly required?: boolean | undefined;
}

/** The call that built a request. */
export interface SnippetSource {
  readonly route: string;
  /** The caller's metadata in `request` are left out. */
  readonly options?: EndpointOptions | undefined;
  /** Of `createEndpoint`; without them it is the exported `endpoint`. */
  readonly settings?: EndpointSettings | undefined;
  /** By name, for the target `typescript`; other types are inferred from the values. */
  readonly types?: Readonly<Record<string, ParameterType>> | undefined;
}

/** A language, program or library that a request can be written for. */
export interface Target {
  /** The name under which {@link toSnippet} finds it. */
  readonly target: string;
  /** The name in menus. */
  readonly label: string;
  /** The language of the snippet, as highlighters name it. */
  readonly language: string;
  /** The name of a file with the snippet alone. */
  readonly file: string;
  /** What redirects do to a QUERY, where the program doesn't repeat it as RFC 10008 section 2.5 does. */
  readonly redirects?: string;
  /**
   * The snippet: it sends the message, names a difference that it can't avoid in a comment, and ends with a line break.
   * @param message the request as it goes over the wire
   * @param request the options that the message was made of
   * @param form how the message's form was written
   * @throws EndpointError for a message that the target can't send
   */
  readonly convert: (
    message: Message,
    request: RequestOptions,
    source: SnippetSource | undefined,
    form: FormOptions,
  ) => string;
}

/** A line, or another text, that may be absent. */
export type Line = string | false | undefined;

/** Comments of a snippet, each on its own line before the code. */
export const withRemarks = (remarks: readonly Line[], code: string, mark = '//') =>
  remarks.map((remark) => (remark ? `${mark} ${remark}\n` : '')).join('') + code;

/** Further lines of a program, each after a line break and the indent. */
export const addLines = (indent: string, lines: readonly Line[]) =>
  lines.map((line) => (line ? `\n${indent}${line}` : '')).join('');

/** The remark about headers that the program can't send; none without such headers. */
export const remarkDropped = (program: string, fields: readonly Field[]) =>
  fields.length > 0 &&
  `Left out, because ${program} can't send these headers: ${fields.map(([name]) => name).join(', ')}`;

/** The remark about headers that the program sends though the request lacks them; none without such headers. */
export const remarkAdded = (program: string, names: readonly string[]) =>
  names.length > 0 && `${program} adds headers that the request lacks: ${names.join(', ')}`;
