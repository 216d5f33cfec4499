/** The credentials of the request. They are kept for the tab only. */
export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'key'; readonly name: string; readonly value: string; readonly place: 'header' | 'query' };

/** Values that a request uses and its form doesn't hold: links, drafts, exports and undo steps never contain them. */
export interface Surroundings {
  readonly auth: Auth;
  /** Values of `{{name}}`. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}

export const NO_SURROUNDINGS: Surroundings = { auth: { kind: 'none' }, variables: [] };
