import type { Form } from '../features/call-api/form/form.js';
import { writeBuildCall } from '../features/request-builder/model/build-call.js';
import type { DocumentState } from './document/state.js';

/** The indent of the server's JSON. */
const INDENT = '2';

/** The form of a call with which the server builds the page's request, and a notice about it, which may be empty. */
export function createBuildCall({ builder, timeline }: DocumentState): {
  readonly form: Form;
  readonly notice: string;
} {
  const { call } = timeline.present;
  const written = writeBuildCall(builder);
  if (written === undefined) return { form: call, notice: 'The request in Build has a problem.' };
  const { route: str1, options: str2 } = written;
  const notice = builder.auth.state === 'applied' ? 'The credentials of Authorization are left out.' : '';
  return { form: { ...call, code: 'build', str1, str2, intValue: INDENT }, notice };
}
