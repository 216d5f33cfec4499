/** A sentence of an explanation: what stands between backticks is code. */
export function Sentence({ text }: { readonly text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- the pieces are their order
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece));
}
