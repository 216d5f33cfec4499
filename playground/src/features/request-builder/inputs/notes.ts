import type { BuilderProps } from '../model/build.js';

/** The description of a parameter, by a catalogue; texts of values are as typed, of the kind `kind`. */
export interface ParameterNote {
  readonly required: boolean;
  readonly deprecated: boolean;
  /** `integer`, `"open" | "closed"`, …; may be empty. */
  readonly type: string;
  /** Markdown; may be empty. */
  readonly description: string;
  readonly kind: 'text' | 'json';
  /** Values to choose from. */
  readonly choices: readonly string[];
  /** Whether only the choices are allowed. */
  readonly closed: boolean;
  /** The value without one; may be empty. */
  readonly preset: string;
  readonly example: string;
  /** Whether the example is worth a button. */
  readonly hasExample: boolean;
  /** Format and bounds. */
  readonly limits: readonly string[];
}

/** By place and name: `query page`. The places are path, query, header, body, and data for the whole body. */
export type ParameterNotes = ReadonlyMap<string, ParameterNote>;

/** The properties of a component that shows the notes beside the state. */
export interface NotedProps extends BuilderProps {
  readonly notes: ParameterNotes | undefined;
}

/** Places of a row, in which its note is looked up, by the place that was chosen. */
const PLACES = { auto: ['body', 'data', 'query', 'path'], path: ['path'], query: ['query'], body: ['body'] } as const;

/** The note about the parameter of a row. */
export function findNote(
  notes: ParameterNotes | undefined,
  place: keyof typeof PLACES,
  name: string,
): ParameterNote | undefined {
  const found = notes && PLACES[place].find((each) => notes.has(`${each} ${name}`));
  return found && notes.get(`${found} ${name}`);
}

/** The text of an empty field: the value without one, else an example. */
export function writePlaceholder(note: ParameterNote | undefined, otherwise: string): string {
  if (note === undefined) return otherwise;
  const { preset, example, hasExample, choices, closed } = note;
  if (preset !== '' && !preset.includes('\n')) return `default: ${preset}`;
  // A choice shows its values itself.
  if (closed && choices.length > 0) return 'not set';
  return hasExample && !example.includes('\n') ? `such as ${example}` : otherwise;
}
