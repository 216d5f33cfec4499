import type { ComponentType } from 'react';
import type { Sender } from '../send/sending.js';
import type { Built, BuilderProps, BuilderState } from '../model/build.js';

/** A catalogue's statements about parameters, by name. */
export type StatedParameters = ReadonlyMap<
  string,
  { readonly type?: string | undefined; readonly required?: boolean | undefined; readonly place?: string | undefined }
>;

/** Everything that a view of the request may use. */
export interface OutputProps extends BuilderProps {
  /** Whether secrets are shown. */
  readonly reveal: boolean;
  readonly sender: Sender;
  readonly notes: StatedParameters | undefined;
}

/** A view of the last request that could be built; `withBuilt` makes an output of it. */
export interface BuiltOutputProps extends OutputProps {
  readonly built: Built;
  /** Whether the form has changed since, and can't be built. */
  readonly stale: boolean;
}

/** A tab with a view of the request. */
export interface Output {
  readonly label: string;
  readonly component: ComponentType<OutputProps>;
  /** A count beside the label; 0 is not shown. */
  readonly count?: (state: BuilderState) => number;
}
