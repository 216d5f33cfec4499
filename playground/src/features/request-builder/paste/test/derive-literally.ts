import { deriveState, type BuilderState } from '../../model/build.js';
import type { Form } from '../../model/form.js';
import { NO_SURROUNDINGS } from '../../model/surroundings.js';
import { listNames } from '../../../../variables/substitute.js';

/** The state of a form whose `{{name}}` stay as they are: each is its own value. The code for references must be loaded. */
export function deriveLiterally(form: Form): BuilderState {
  const variables = listNames(JSON.stringify(form)).map((name) => ({ name, value: `{{${name}}}` }));
  return deriveState(form, undefined, { ...NO_SURROUNDINGS, variables });
}
