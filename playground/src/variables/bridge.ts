import type { Variable } from './references.js';
import { describeProblem, substitute } from './substitute.js';

/** The address of a bridge as it is called. */
interface BridgeAddress {
  readonly address: string;
  /** The problem of its references, in sentences; undefined if each has a value. */
  readonly problem: string | undefined;
}

/** Reads a typed address: inserts the values of its references, and drops the whitespace around it. */
export function readBridge(typed: string, variables: readonly Variable[]): BridgeAddress {
  const substitution = substitute(typed, new Map(variables.map(({ name, value }) => [name, value])));
  const problem = describeProblem(substitution);
  return { address: substitution.text.trim(), problem: problem && `Bridge address: ${problem}` };
}
