import { deriveState, type BuilderState } from './build.js';
import { concealSecrets } from './secrets.js';
import { NO_SURROUNDINGS } from './surroundings.js';

/** The state of the form for files, without secrets and credentials; undefined if nothing can be built without them. */
export function buildConcealed({ form }: BuilderState) {
  const concealed = deriveState(concealSecrets(form), undefined, NO_SURROUNDINGS);
  const { request } = concealed;
  return request && { ...concealed, request };
}
