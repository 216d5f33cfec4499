import { EMPTY_FORM, type Form } from '../../model/form.js';
import { readPasted } from '../paste.js';
import type { PastedRequest } from '../reading.js';

/** A form whose base URL isn't that of any text. Nothing else of it belongs to a request that is read. */
export const OTHER_FORM: Form = {
  route: 'POST /before/{id}',
  parameters: [
    { id: 1, name: 'id', value: 'before', kind: 'text', place: 'auto', removed: true },
    { id: 2, name: 'q', value: '{', kind: 'json', place: 'query' },
  ],
  headers: [{ id: 1, name: 'x-before', value: '1' }],
  format: 'raw',
  previews: 'before',
  layers: EMPTY_FORM.layers,
  vendor: '',
  baseUrl: 'https://form.test',
  unresolved: ['{{before}}'],
  unread: [{ path: ['data'], note: 'The body before is left out.' }],
  raw: '{',
};

/** The requests of a text; none if it is refused. */
export async function readAll(text: string, form = OTHER_FORM): Promise<readonly PastedRequest[]> {
  const reading = await readPasted(text, form);
  return 'requests' in reading ? reading.requests : [];
}

/** The first request of a text, which has no form if it is refused. */
export async function readOne(text: string, form = OTHER_FORM): Promise<Partial<PastedRequest>> {
  return (await readAll(text, form))[0] ?? {};
}
