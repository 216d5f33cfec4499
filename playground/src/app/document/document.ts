import {
  initialForm as initialCall,
  readForm as readCallForm,
  withoutSecrets as callWithoutSecrets,
  type Form as CallForm,
} from '../../features/call-api/form/form.js';
import {
  EMPTY_FORM,
  EXAMPLE_FORM,
  readForm as readBuilderForm,
  withoutSecrets as builderWithoutSecrets,
  type Form as BuilderForm,
} from '../../features/request-builder/model/form.js';
import { readObject } from '../../json/read.js';
import { isSecretName, withoutSecretText } from '../../secrets/secrets.js';

/** Everything that the user entered, as plain JSON: the content of undo steps, links and drafts. */
export interface Document {
  readonly builder: BuilderForm;
  readonly call: CallForm;
}

/** The document that links hold the difference from. `pageQuery` may name the bridge. */
export function emptyDocument(pageQuery: string): Document {
  const bridge = new URLSearchParams(pageQuery).get('bridge') ?? initialCall.bridge;
  return { builder: EMPTY_FORM, call: { ...initialCall, bridge } };
}

/** The document of a first visit. */
export function exampleDocument(pageQuery: string): Document {
  return { ...emptyDocument(pageQuery), builder: EXAMPLE_FORM };
}

/**
 * Reads a document from plain JSON that holds the difference from `base`.
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
    Object.entries(value).map(([key, member]) => [key, secret && key === 'value' ? '' : scrub(member)]),
  );
}

/** The document as it may be shared and stored, and the names of the secrets that were removed. */
export function withoutSecrets(document: Document): { readonly document: Document; readonly removed: string[] } {
  const builder = builderWithoutSecrets(document.builder);
  const call = callWithoutSecrets(document.call);
  const known: Document = { builder: builder.form, call: call.form };
  const rest = readDocument(scrub(known), known);
  const more = JSON.stringify(rest) === JSON.stringify(known) ? [] : ['text that looks like a secret'];
  return { document: rest, removed: [...builder.removed, ...call.removed, ...more] };
}
