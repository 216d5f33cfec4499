import type { ComponentType } from 'react';
import type { Sender } from '../send/sending.js';
import type { NotedProps } from '../inputs/notes.js';
import type { BuilderState } from '../model/build.js';

/** Everything that a view of the request may use. */
export interface OutputProps extends NotedProps {
  /** Whether secrets are shown. */
  readonly reveal: boolean;
  readonly sender: Sender;
}

/** A tab with a view of the request. */
export interface Output {
  readonly label: string;
  readonly component: ComponentType<OutputProps>;
  /** A count beside the label; 0 is not shown. */
  readonly count?: (state: BuilderState) => number;
}
