import { EMPTY_FORM, type Form } from '../../model/form.js';
import { readPasted } from '../paste.js';
import type { PastedRequest } from '../reading.js';

/** A form whose base URL isn't that of any text. */
export const OTHER_FORM: Form = { ...EMPTY_FORM, vendor: '', baseUrl: 'https://form.test' };

/** The requests of a text; none if it is refused. */
export async function readAll(text: string, form = OTHER_FORM): Promise<readonly PastedRequest[]> {
  const reading = await readPasted(text, form);
  return 'requests' in reading ? reading.requests : [];
}

/** The first request of a text, which has no form if it is refused. */
export async function readOne(text: string, form = OTHER_FORM): Promise<Partial<PastedRequest>> {
  return (await readAll(text, form))[0] ?? {};
}
