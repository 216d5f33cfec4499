export interface MetadataRow {
  readonly id: number;
  readonly name: string;
  /** In base64, if the name ends in `-bin`. */
  readonly value: string;
  /** Whether a secret was left out of the link or draft that the row came from, and its value isn't entered again yet. */
  readonly removed?: true | undefined;
}

/** The fields of a message. */
export interface Arguments {
  readonly code: string;
  readonly str1: string;
  readonly str2: string;
  /** Decimal digits; empty for 0. */
  readonly intValue: string;
}

/** Everything that the user typed, as plain JSON. */
export interface Form extends Arguments {
  /** Address of the bridge between gRPC-Web and gRPC: scheme, host, port. */
  readonly bridge: string;
  /** Whether the user chose arguments that are those of a first visit, which otherwise mean the request in Build. */
  readonly fixed: boolean;
  readonly metadata: readonly MetadataRow[];
  /** Milliseconds; empty for no deadline. */
  readonly deadline: string;
  /** Fields whose secret was left out of the link or draft that the form came from, and isn't entered again yet. */
  readonly omitted: readonly TextField[];
}

/** The fields of the form with a single text. */
export type TextField = keyof Arguments | 'bridge' | 'deadline';

/** The arguments of links and drafts that name none. */
export const INITIAL_ARGUMENTS: Arguments = { code: 'echo', str1: 'Hello', str2: '', intValue: '' };

/** The form of a first visit. */
export const initialForm: Form = {
  bridge: 'http://127.0.0.1:8080',
  ...INITIAL_ARGUMENTS,
  deadline: '',
  fixed: false,
  metadata: [],
  omitted: [],
};
