import { planAuth } from '../model/auth.js';
import { deriveState } from '../model/build.js';
import type { Form } from '../model/form.js';
import type { Surroundings } from '../model/surroundings.js';

/** A pasted form as it is loaded, and the credentials that are entered with it. */
export interface Entered {
  readonly form: Form;
  readonly change: Partial<Surroundings>;
}

/** Moves a bearer token that is still to be entered to the credentials, unless they have one for this origin. */
export function enterForm(form: Form, { auth, authOrigin }: Surroundings): Entered {
  const header = form.headers.find(({ name }) => name.toLowerCase() === 'authorization');
  const token = /^Bearer (\{\{[^{}]*\}\})$/i.exec(header?.value ?? '')?.[1];
  const { origin } = deriveState(form).auth;
  if (token === undefined || origin === undefined) return { form, change: {} };
  const without = { ...form, headers: form.headers.filter((each) => each !== header) };
  if (auth.kind !== 'none' && authOrigin === origin) return { form: without, change: {} };
  const bearer = { kind: 'bearer', token } as const;
  return { form: without, change: { auth: bearer, authOrigin: origin, authorize: planAuth, authProblem: undefined } };
}
