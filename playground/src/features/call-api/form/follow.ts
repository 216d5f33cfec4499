import { isFollowing, settle, type FormEdit } from './edit-form.js';
import { INITIAL_ARGUMENTS, type Arguments, type Form } from './form.js';

/** The request in Build, as a call of `build` writes it. */
export interface BuildRequest {
  readonly route: string;
  /** A JSON object, or empty. */
  readonly options: string;
}

/** The request in Build for a form that may follow it. */
export interface Followed {
  /** Undefined while the request has a problem. */
  readonly request: BuildRequest | undefined;
  /** The route as it is typed. */
  readonly route: string;
  /** Whether credentials are left out, which aren't for the call service. */
  readonly leavesOutCredentials: boolean;
}

/** The indent of the server's JSON. */
const INDENT = '2';

/** The form as it is shown and sent: one that follows the request in Build calls `build` with it. */
export function fillForm(form: Form, { request, route }: Followed): Form {
  if (!isFollowing(form)) return form;
  const filled: Arguments = {
    code: 'build',
    str1: request?.route ?? route,
    str2: request?.options ?? '',
    intValue: INDENT,
  };
  return { ...form, ...filled };
}

/** The form after an edit of what is shown. It follows the request in Build until an argument is edited, or fixed. */
export function editForm(form: Form, edit: FormEdit, followed: Followed): Form {
  const edited = edit(fillForm(form, followed));
  return isFollowing(form) && !edited.fixed ? { ...edited, ...INITIAL_ARGUMENTS } : settle(edited);
}
