import type { Explanation } from 'endpoint.js/explain';
import type { JsonObject } from '../../../json/json.js';
import type { Form } from './form.js';
import type { AuthField, Problem } from './problems.js';
import type { TemplateVariable } from './template.js';

/** The credentials of the request. They are kept for the tab only. */
export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'key'; readonly name: string; readonly value: string; readonly place: 'header' | 'query' };

/** Whether the credentials are a header or parameter of this name. */
export function isCredential(auth: Auth, { name, place }: Pick<ExpectedParameter, 'name' | 'place'>): boolean {
  if (auth.kind === 'none') return false;
  if (auth.kind === 'key') return auth.place === place && auth.name.toLowerCase() === name.toLowerCase();
  return place === 'header' && name.toLowerCase() === 'authorization';
}

/** A parameter that the description of an API requires, though the builder doesn't. */
export interface ExpectedParameter {
  readonly name: string;
  /** `data` is the whole body. */
  readonly place: 'query' | 'header' | 'body' | 'data';
}

/** The parameters that the description of the route's API requires. */
export interface Expected {
  readonly parameters: readonly ExpectedParameter[];
  /** Whether a request without a body is incomplete; the members of an optional body are required only beside others. */
  readonly body: boolean;
  /** Whether it requires files, which the form can't hold. */
  readonly files: boolean;
}

/** Finds the required parameters that a request lacks, each at its field; at the route if it has none. */
export type MissingCheck = (
  form: Form,
  variables: readonly TemplateVariable[],
  explanation: Explanation,
  auth: Auth,
) => readonly Problem[];

/**
 * The use of the credentials, in words that are shown.
 *
 * - `incomplete`: a field is still empty
 * - `not valid`: a value can't be sent
 * - `replaced`: a row of the form gives the same header or query parameter
 * - `not for this origin`: they were entered for another one
 */
export type AuthState = 'none' | 'incomplete' | 'not valid' | 'replaced' | 'not for this origin' | 'applied';

/** The credentials as options of the builder. */
export interface AuthPlan {
  readonly state: AuthState;
  /** Undefined unless they are applied. */
  readonly options: JsonObject | undefined;
  /** Values that can't be sent. */
  readonly problems: readonly { readonly field: AuthField; readonly message: string }[];
  /** The options of the form, as they go together with those of the credentials. */
  readonly fit: (options: JsonObject) => JsonObject;
  /** The explanation without fixes that would move hidden credentials into the form. */
  readonly guard: (explanation: Explanation) => Explanation;
}

/** A pasted text that isn't in the form. */
export interface UnreadPaste {
  /** The reason, in a sentence. */
  readonly message: string;
  /** The form that it was pasted into, whose change settles it. */
  readonly form: Form;
}

/** Values that a request uses and its form doesn't hold, and the description of its API: links, drafts, exports and undo steps never contain them. */
export interface Surroundings {
  readonly auth: Auth;
  /** The origin for which the credentials were entered: requests to another one are built without them. */
  readonly authOrigin?: string | undefined;
  /** Applies the credentials; its code loads with the first ones. `hidden` puts texts in their place. */
  readonly authorize?: ((auth: Auth, form: Form, hidden: boolean) => AuthPlan) | undefined;
  /** The reason why the credentials of this tab are unknown, in a sentence. */
  readonly authProblem?: string | undefined;
  /** Finds the parameters that the request lacks by the description of its API; undefined for any other route. */
  readonly findMissing?: MissingCheck | undefined;
  /** The reason why a text of the JSON editor isn't in the form, in a sentence; its code loads with the editor. */
  readonly describeSource?: ((text: string, form: Form) => string) | undefined;
  /** The pasted text that isn't in the form. */
  readonly paste?: UnreadPaste | undefined;
  /** The name that a pasted text has for the request of a route. */
  readonly named?: { readonly name: string; readonly route: string } | undefined;
  /** The part of the page that the request waits for, in a sentence. */
  readonly loading?: string | undefined;
}

export const NO_SURROUNDINGS: Surroundings = { auth: { kind: 'none' } };
