import { initialForm as initialCall, type Form as CallForm } from '../../features/call-api/form/form.js';
import { EMPTY_FORM, EXAMPLE_FORM, type Form as BuilderForm } from '../../features/request-builder/model/form.js';

/** Everything that the user entered, as plain JSON: the content of undo steps, links and drafts. */
export interface Document {
  readonly builder: BuilderForm;
  readonly call: CallForm;
}

/** The base of links, which contain only the difference from it. `pageQuery` may name the bridge, else the page's server does. */
export function emptyDocument(pageQuery: string, served = initialCall.bridge): Document {
  const bridge = new URLSearchParams(pageQuery).get('bridge') ?? served;
  return { builder: EMPTY_FORM, call: { ...initialCall, bridge } };
}

/** The document of a first visit. */
export function exampleDocument(base: Document): Document {
  return { ...base, builder: EXAMPLE_FORM };
}
