import type { ComponentType } from 'react';
import type { Sender } from '../send/sending.js';
import type { ParameterNotes } from '../inputs/notes.js';
import type { BuilderProps, BuilderState } from '../model/build.js';

/** Everything that a view of the request may use. */
export interface OutputProps extends BuilderProps {
  /** Whether secrets are shown. */
  readonly reveal: boolean;
  readonly sender: Sender;
  readonly notes: ParameterNotes | undefined;
}

/** A tab with a view of the request. */
export interface Output {
  readonly label: string;
  readonly component: ComponentType<OutputProps>;
  /** A count beside the label; 0 is not shown. */
  readonly count?: (state: BuilderState) => number;
}
