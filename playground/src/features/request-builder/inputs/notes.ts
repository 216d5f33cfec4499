/** A catalogue's description of a parameter. */
export interface ParameterNote {
  /** `integer`, `"open" | "closed"`, … */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
}

/** By the parameter's name. */
export type ParameterNotes = ReadonlyMap<string, ParameterNote>;
