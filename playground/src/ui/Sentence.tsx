/** A sentence whose parts between backticks are code. */
export function Sentence({ text }: { readonly text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- the parts never change places
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece));
}
