import { withoutSecretText } from '../../../secrets/remove.js';
import { isSecretName, mask } from '../../../secrets/secrets.js';
import { deriveState, type Built, type BuilderState } from './build.js';
import type { Form, ValueKind } from './form.js';
import { NO_SURROUNDINGS } from './surroundings.js';

/** Replaces a secret in a url, where a mask of asterisks would be percent-encoded. */
const HIDDEN = 'hidden';

const concealText = (text: string): string => (text === '' ? '' : withoutSecretText(text) || HIDDEN);

function concealValue<Row extends { readonly name: string; readonly value: string; readonly kind: ValueKind }>(
  row: Row,
): Row {
  if (row.value === '') return row;
  if (!isSecretName(row.name)) return { ...row, value: concealText(row.value) };
  return { ...row, value: row.kind === 'json' ? JSON.stringify(HIDDEN) : HIDDEN };
}

/** The form with other texts in place of its secrets, so that it still builds a request. */
export function concealSecrets(form: Form): Form {
  return {
    ...form,
    route: withoutSecretText(form.route),
    variables: form.variables.map(concealValue),
    parameters: form.parameters.map(concealValue),
    headers: form.headers.map((row) => ({
      ...row,
      value: isSecretName(row.name) ? mask(row.value) : concealText(row.value),
    })),
    layers: form.layers.map((layer) => ({
      ...layer,
      name: withoutSecretText(layer.name),
      options: withoutSecretText(layer.options),
    })),
    baseUrl: withoutSecretText(form.baseUrl),
    vendor: withoutSecretText(form.vendor),
    format: withoutSecretText(form.format),
    previews: withoutSecretText(form.previews),
  };
}

/** A form without its secrets and credentials, and its request. */
export interface Concealed extends Pick<BuilderState, 'form' | 'auth'> {
  readonly built: Built;
}

/** The request for files, without secrets and credentials; undefined if nothing can be built without them. */
export function buildConcealed({ form }: BuilderState): Concealed | undefined {
  const concealed = deriveState(concealSecrets(form), undefined, NO_SURROUNDINGS);
  return concealed.built && { ...concealed, built: concealed.built };
}
