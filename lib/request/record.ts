import { fail, type EndpointError } from '../errors.js';
import type { ParameterLocations } from '../options.js';
import type { Expression, Part } from '../template/ast.js';
import type { Writer } from '../template/writer.js';

/** The stages of the pass, in their order. */
export type Stage = 'route' | 'merge' | 'template' | 'expand' | 'rest' | 'headers' | 'result';

/** How a parameter was passed: by its name, or in `endpoint.in`. */
export type Passed = 'plain' | 'path' | 'query' | 'body';

/** A url template, which begins at `start`, and its parts so far. */
export interface Malformed {
  readonly url: string;
  readonly start: number;
  readonly strict: boolean;
  readonly parts: Part[];
}

/**
 * Hears what each stage of the pass writes, and makes an explanation of it. Without a recorder, nothing is recorded, and an error ends
 * the pass; with one, the pass continues with what it has.
 */
export interface Recorder {
  /** The first error, in the order of the stages. */
  readonly error: EndpointError | undefined;
  /** Records an error, and drops the runs that it interrupted; rethrows one that isn't an EndpointError. */
  failed(error: unknown, writer?: Writer): void;
  /** A stage begins. */
  stage(name: Stage): void;
  /** Results of a stage: some of `Results` (build.ts). */
  note(results: object): void;
  /** A layer has header fields, undefined where it drops one; undefined where it unsets all. */
  fields(fields: Readonly<Record<string, string | undefined>> | undefined): void;
  /** A layer has parameters in `endpoint.in`, or unsets those of a location; without a location, it unsets all. */
  located(location: keyof ParameterLocations | undefined, values: Readonly<Record<string, unknown>> | undefined): void;
  /** A url template can't be read after some parts; the recorder adds those that can. */
  malformed(error: unknown, template: Malformed): void;
  /** An expression is expanded next. */
  expression(expression: Expression, writer: Writer): void;
  /** A parameter that the template doesn't name goes to the query or to the body. */
  placed(name: string, place: 'query' | 'body', writer?: Writer): void;
}

/** Reports to a recorder. Builds of the builder alone leave this out (record.none.ts). */
export function tell<Event extends keyof Recorder>(
  record: Recorder | undefined,
  event: Event,
  ...facts: Recorder[Event] extends (...facts: infer Facts) => void ? Facts : never
): void {
  (record?.[event] as ((...facts: unknown[]) => void) | undefined)?.apply(record, facts);
}

/** Throws an error, or with a recorder records it. `writer` was interrupted by it. */
export function recover(record: Recorder | undefined, error: unknown, writer?: Writer): void {
  if (!record) throw error;
  record.failed(error, writer);
}

/** As `fail`; with a recorder the error is recorded. */
export function report(record: Recorder | undefined, ...error: Parameters<typeof fail>): void {
  try {
    fail(...error);
  } catch (thrown) {
    recover(record, thrown);
  }
}
