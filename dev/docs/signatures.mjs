/**
 * The order in which the reference shows the forms of a function. In the sources, the order decides which overload a call means, so forms
 * for rare arguments come first there.
 */

/**
 * The members in use of TypeDoc's reflections.
 *
 * @typedef {{ flags: { isOptional: boolean } }} Parameter
 * @typedef {{ comment?: Comment, parameters?: Parameter[], typeParameters?: unknown[] }} Signature
 * @typedef {{ summary: { text: string }[] }} Comment
 * @typedef {{ comment?: Comment, signatures?: Signature[] }} Reflection
 */

/** @param {Signature} signature */
const countParameters = ({ parameters = [] }) => parameters.length;
/** @param {Signature} signature */
const countOptional = ({ parameters = [] }) => parameters.filter(({ flags }) => flags.isOptional).length;
/** @param {Signature} signature */
const countTypeParameters = ({ typeParameters = [] }) => typeParameters.length;

/**
 * Compares two forms: the one with more parameters first, which shows all of them; then the one that requires fewer; then the simpler type.
 *
 * @param {Signature} one
 * @param {Signature} other
 */
export const compareSignatures = (one, other) =>
  countParameters(other) - countParameters(one) ||
  countOptional(other) - countOptional(one) ||
  countTypeParameters(one) - countTypeParameters(other);

/** @param {Comment | undefined} comment */
const textOf = (comment) => comment?.summary.map(({ text }) => text).join('');

/**
 * Sorts the forms of functions, of which only the first repeats what all have in common.
 *
 * @param {readonly Reflection[]} reflections
 */
export function sortSignatures(reflections) {
  for (const { comment, signatures = [] } of reflections) {
    if (signatures.length < 2) continue;
    // TypeDoc gives the comment of a type to each of its forms that has none.
    for (const signature of signatures) if (textOf(signature.comment) === textOf(comment)) delete signature.comment;
    const described = signatures.find((signature) => signature.comment);
    signatures.sort(compareSignatures);
    const [first] = signatures;
    if (first && described?.comment) first.comment ??= described.comment;
    for (const signature of signatures.slice(1))
      if (textOf(signature.comment) === textOf(first?.comment)) delete signature.comment;
  }
}
