/** A line of an unfolded tree. */
export interface TreeRow {
  readonly depth: number;
  readonly name: string;
  /** The source text of a leaf, which may be cut, or the summary of a container. */
  readonly text: string;
  readonly kind: 'string' | 'number' | 'literal' | 'container';
  /** Whether a container is unfolded; undefined for a leaf, and for an empty container. */
  readonly open: boolean | undefined;
  /** Length of a leaf that was cut. */
  readonly cutFrom: number | undefined;
}

/** Matches of a search at most. */
export const MAX_MATCHES = 1000;
