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

/** Reads the members of a call that differ from the base. */
function readCall(json: unknown, base: Document['call'], report: Report | undefined): Document['call'] {
  let call = base;
  for (const [name, value] of Object.entries(readObject(json ?? {}, 'The call'))) {
    if (!Object.hasOwn(base, name)) report?.(`call.${name}`);
    try {
      if (Object.hasOwn(base, name)) call = readCallForm({ ...call, [name]: value });
    } catch (error) {
      if (!(error instanceof Error) || report === undefined) throw error;
      report(`call.${name}`, error.message);
    }
  }
  return call;
}

/**
 * Reads a document from plain JSON, as `writeDocument` writes it, as far as possible with a `report`.
 * @throws Error with one sentence about the first mistake, without a `report`
 */
export function readDocument(json: unknown, base: Document, report?: Report): Document {
  const { call, ...request } = readObject(json, 'The document');
  return { builder: readForm(request, report), call: readCall(call, base.call, report) };
}

/** Members of a call in alphabetical order, so that equal ones have equal texts; rows without the ids that reading assigns. */
function canonicalize(value: unknown, row?: number): unknown {
  if (Array.isArray(value)) return value.map((item, index) => canonicalize(item, index + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => name !== 'id' || member !== row);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonicalize(member)]),
  );
}

/** The difference of a document from the base, as JSON: the same for equal documents. */
export function writeDocument({ builder, call }: Document, base: Document): JsonObject {
  const before = new Map<string, unknown>(Object.entries(base.call));
  const members = Object.entries(call).map(([name, value]) => [name, canonicalize(value)] as const);
  const changed = members.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(canonicalize(before.get(name))),
  );
  return { ...writeForm(builder), ...(changed.length > 0 && { call: canonicalize(Object.fromEntries(changed)) }) };
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
