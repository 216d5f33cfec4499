/** The subjects of an element, and the source of its sentence. */
export interface HighlightSource {
  /** The element's subject, then those of the elements that it belongs to, separated by spaces. */
  readonly subjects: string;
  readonly from: string;
}

/** For elements without a subject. */
export const NO_SOURCE: HighlightSource = { subjects: '', from: '' };

/** The attributes by which `findHighlight` finds an element's source. */
export function highlightAttributes({ subjects, from }: HighlightSource) {
  return { 'data-subjects': subjects, 'data-from': from };
}
