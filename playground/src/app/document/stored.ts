/** Documents outside of the page: links, drafts and saved requests. */
import {
  readForm as readCallForm,
  withoutSecrets as callWithoutSecrets,
} from '../../features/call-api/form/stored-form.js';
import { withoutSecrets as requestWithoutSecrets } from '../../features/request-builder/model/secrets.js';
import { readForm, writeForm, type Report } from '../../features/request-builder/model/source.js';
import type { JsonObject } from '../../json/json.js';
import { readObject } from '../../json/read.js';
import type { Document } from './document.js';

/**
 * Reads a document from plain JSON, as `writeDocument` writes it, as far as possible with a `report`.
 * @throws Error with one sentence about the first mistake, without a `report`
 */
export function readDocument(json: unknown, base: Document, report?: Report): Document {
  const { call, ...request } = readObject(json, 'The document');
  return { builder: readForm(request, report), call: readCallForm(call ?? {}, base.call, report) };
}

/** The members of a call; rows without the ids that reading assigns. */
const listMembers = (call: Document['call']): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries({ ...call, metadata: call.metadata.map((row) => Object.assign({}, row, { id: undefined })) });

/** The difference of a document from the base, as JSON: the same for equal documents. */
export function writeDocument({ builder, call }: Document, base: Document): JsonObject {
  const before = new Map(listMembers(base.call));
  const changed = listMembers(call).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return { ...writeForm(builder), ...(changed.length > 0 && { call: Object.fromEntries(changed) }) };
}

/** The document as it may be shared and stored, and the names of the secrets that were left out. */
export function withoutSecrets({ builder, call }: Document): {
  readonly document: Document;
  readonly removed: readonly string[];
} {
  const request = requestWithoutSecrets(builder);
  const { form, removed } = callWithoutSecrets(call);
  return { document: { builder: request.form, call: form }, removed: [...request.removed, ...removed] };
}

/** The document as it is shared: without its secrets, and without the values of placeholders that its route lost. */
export function withoutHidden({ builder, call }: Document): ReturnType<typeof withoutSecrets> {
  return withoutSecrets({
    builder: { ...builder, parameters: builder.parameters.filter(({ parked }) => parked !== true) },
    call,
  });
}
