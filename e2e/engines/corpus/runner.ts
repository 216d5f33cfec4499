/** Repeats the collected calls, in Node or in an engine, and describes their results. */
import { toSource } from './to-source.js';

export type Kind = 'builds' | 'explanations' | 'others';

/** The entries of the package that calls use. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The collected calls. */
export type Corpus = (modules: Modules, location: unknown) => Readonly<Record<Kind, readonly (() => unknown)[]>>;

/** Reads the results in the place where the package is loaded. */
export interface Runner {
  /** A hash of each result from one index up to another. */
  hash(kind: Kind, start: number, end: number): string[];
  /** One result. */
  describe(kind: Kind, index: number): string;
}

/** A hash of 53 bits (cyrb53, public domain). */
function hashText(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  const mix = (one: number, other: number): number =>
    Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  return (4294967296 * (2097151 & mix(low, high)) + (mix(high, low) >>> 0)).toString(36);
}

/** The value or the error of a call. The messages of an engine's own errors differ; those of the package may not. */
function describeResult(call: () => unknown): string {
  try {
    return toSource(call());
  } catch (error) {
    if (!(error instanceof Error)) return `throws ${String(error)}`;
    const { name, message, code, parameter, position } = error as Error & Readonly<Record<string, unknown>>;
    const own = name === 'EndpointError' || name === 'Error';
    return `throws ${name}: ${toSource(own ? [message, code, parameter, position] : [])}`;
  }
}

export function createRunner(corpus: Corpus, modules: Modules): Runner {
  const builder = modules['endpoint.js']?.['endpoint'] as { readonly in?: unknown } | undefined;
  const calls = corpus(modules, builder?.in);
  return {
    hash: (kind, start, end) => calls[kind].slice(start, end).map((call) => hashText(describeResult(call))),
    describe: (kind, index) => describeResult(calls[kind][index] ?? (() => undefined)),
  };
}
