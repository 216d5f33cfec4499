import type { ComponentType, ReactNode } from 'react';
import type { Operation } from '../../features/catalogue/catalogue.js';
import type { DocumentAction, DocumentState } from '../document/state.js';

/** Everything that a part of the page may use. */
export interface PartProps {
  readonly state: DocumentState;
  readonly dispatch: (action: DocumentAction) => void;
  /** The route's entry in the catalogue; undefined for any other route. */
  readonly operation: Operation | undefined;
  /** Whether the page is embedded in another, and calls no server. */
  readonly embedded: boolean;
  /** Whether the page has been idle since it was first shown: code that talks to a server loads after that. */
  readonly idle: boolean;
}

/** A section of the page. */
export interface Part {
  readonly name: string;
  readonly title: string;
  readonly hint: ReactNode;
  readonly component: ComponentType<PartProps>;
  /** Whether the embedded page has this part too. */
  readonly embedded: boolean;
  /** The tabs of small screens, which show one view at a time. */
  readonly views: readonly { readonly name: string; readonly title: string; readonly icon: string }[];
}
