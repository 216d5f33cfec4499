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

/** Everything that the user entered: what is undone, linked, kept. Plain JSON. */
export interface Document {
  readonly builder: BuilderForm;
  readonly call: CallForm;
}

/** What links are written against: they hold what differs. `pageQuery` may name the bridge. */
export function emptyDocument(pageQuery: string): Document {
  const bridge = new URLSearchParams(pageQuery).get('bridge') ?? initialCall.bridge;
  return { builder: EMPTY_FORM, call: { ...initialCall, bridge } };
}

/** What a newcomer sees. */
export function exampleDocument(pageQuery: string): Document {
  return { ...emptyDocument(pageQuery), builder: EXAMPLE_FORM };
}

/**
 * A document from plain JSON that holds what differs from `base`.
 * @throws Error where it is damaged: one sentence that says what is wrong
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

/** The last line: what no feature took for a secret but looks like one, wherever it stands. */
function scrubbed(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecretText(value);
  if (Array.isArray(value)) return value.map(scrubbed);
  if (typeof value !== 'object' || value === null) return value;
  const { name } = value as { readonly name?: unknown };
  const secret = typeof name === 'string' && isSecretName(name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, secret && key === 'value' ? '' : scrubbed(member)]),
  );
}

/** The document as others may see it and as it may be stored, and what was taken out. */
export function withoutSecrets(document: Document): { readonly document: Document; readonly removed: string[] } {
  const builder = builderWithoutSecrets(document.builder);
  const call = callWithoutSecrets(document.call);
  const known: Document = { builder: builder.form, call: call.form };
  const rest = readDocument(scrubbed(known), known);
  const more = JSON.stringify(rest) === JSON.stringify(known) ? [] : ['text that looks like a secret'];
  return { document: rest, removed: [...builder.removed, ...call.removed, ...more] };
}
