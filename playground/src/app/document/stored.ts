/** Reads documents from outside of the page, and writes them there: links, drafts and saved requests. */
import {
  readForm as readCallForm,
  withoutSecrets as callWithoutSecrets,
} from '../../features/call-api/form/stored-form.js';
import {
  markOmitted,
  readForm as readBuilderForm,
  withoutSecrets as builderWithoutSecrets,
  withVisibleValues,
} from '../../features/request-builder/model/stored-form.js';
import { readObject } from '../../json/read.js';
import { withoutSecretText } from '../../secrets/remove.js';
import { isSecretName, isSecretValue } from '../../secrets/secrets.js';
import type { Document } from './document.js';

/**
 * Reads a document from plain JSON with the difference from `base`.
 * @throws Error with one sentence about the mistake, if it is damaged
 */
export function readDocument(json: unknown, base: Document): Document {
  const object = readObject(json, 'The document');
  const builder = readObject(object['builder'] ?? {}, 'The request');
  const call = readObject(object['call'] ?? {}, 'The call');
  return {
    builder: readBuilderForm({ ...base.builder, ...builder }),
    call: readCallForm({ ...base.call, ...call }),
  };
}

/** The last defence: removes text that looks like a secret and that no feature recognized. */
function scrub(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecretText(value);
  if (Array.isArray(value)) return value.map(scrub);
  if (typeof value !== 'object' || value === null) return value;
  const { name } = value as { readonly name?: unknown };
  const secret = typeof name === 'string' && isSecretName(name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      secret && key === 'value' && typeof member === 'string' && isSecretValue(member) ? '' : scrub(member),
    ]),
  );
}

const SECRET_TEXT = 'text that looks like a secret';

/** The document as it may be shared and stored, and the names of the secrets that were removed. */
export function withoutSecrets(document: Document): { readonly document: Document; readonly removed: string[] } {
  const builder = builderWithoutSecrets(document.builder);
  const call = callWithoutSecrets(document.call);
  const known: Document = { builder: builder.form, call: call.form };
  const scrubbed = readDocument(scrub(known), known);
  const isSame = (part: keyof Document) => JSON.stringify(scrubbed[part]) === JSON.stringify(known[part]);
  const more = isSame('builder') && isSame('call') ? [] : [SECRET_TEXT];
  return {
    document: { ...scrubbed, builder: markOmitted(scrubbed.builder, isSame('builder') ? [] : more) },
    removed: [...builder.removed, ...call.removed, ...more],
  };
}

/** The document as it is shared: what the page shows, without its secrets. */
export function withoutHidden(document: Document): ReturnType<typeof withoutSecrets> {
  return withoutSecrets({ ...document, builder: withVisibleValues(document.builder) });
}

/** Members of a document that differ from another document's: the JSON in links and drafts. */
type Difference = { readonly [Part in keyof Document]?: Readonly<Record<string, unknown>> };

type Member = readonly [name: string, value: unknown];

const byName = ([a]: Member, [b]: Member) => (a < b ? -1 : 1);

/** Members in alphabetical order, so that equal values have equal texts; rows without the ids that reading assigns. */
function canonicalize(value: unknown, row?: number): unknown {
  if (Array.isArray(value)) return value.map((item, index) => canonicalize(item, index + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => name !== 'id' || member !== row);
  return Object.fromEntries(members.sort(byName).map(([name, member]) => [name, canonicalize(member)]));
}

/** The members of a part that differ from its base; undefined if none does. */
function findDifferingMembers(part: object, base: object): Readonly<Record<string, unknown>> | undefined {
  const before = new Map<string, unknown>(Object.entries(base));
  const members = Object.entries(part)
    .map(([name, value]): Member => [name, canonicalize(value)])
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(canonicalize(before.get(name))));
  return members.length === 0 ? undefined : Object.fromEntries(members.sort(byName));
}

/** The difference of a document from `base`; the same for equal documents, whatever the order of input. */
export function findDifference(document: Document, base: Document): Difference {
  const builder = findDifferingMembers(document.builder, base.builder);
  const call = findDifferingMembers(document.call, base.call);
  return { ...(builder && { builder }), ...(call && { call }) };
}
