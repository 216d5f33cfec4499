/** A call as the client expects it. */
export interface Call {
  readonly bridge: string;
  readonly request: { readonly code: string; readonly str1: string; readonly str2: string; readonly intValue: number };
  readonly metadata: readonly (readonly [name: string, value: string | Uint8Array])[];
  /** Milliseconds from now; undefined for no deadline. */
  readonly deadline: number | undefined;
}

/** Checks name and value of metadata by the client's rules; returns the problem of each. */
export type MetadataCheck = (name: string, value: string | Uint8Array) => Partial<Record<'name' | 'value', string>>;
