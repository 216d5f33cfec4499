/** The method of a request, in the colour that it has everywhere. */
export function Method({ name }: { readonly name: string }) {
  return (
    <b className="method" data-method={name.toLowerCase()}>
      {name.toUpperCase()}
    </b>
  );
}
